-- Attempt of a request, also one that was listed as lost.
--   1 to 7  values of the columns
INSERT INTO callback_attempt (jid, state, number, at, success, status, reason)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (jid, state, number) DO UPDATE
SET success = excluded.success, status = excluded.status, reason = excluded.reason
