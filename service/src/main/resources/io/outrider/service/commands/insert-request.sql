-- Request of a callback, once for each of its states.
--   1 to 6  values of the columns; the last is when it is due, microseconds since 1970
INSERT INTO callback_request (jid, account, state, share, body, attempts, next_attempt)
VALUES (?, ?, ?, ?, ?, 0, ?)
ON CONFLICT DO NOTHING
