-- Job of a command, unless its jid is taken.
--   1 to 8  values of the columns
--   9       present time, microseconds since 1970
INSERT INTO job (jid, device, command, arg, kwarg, issued, expires, publish_at, state, state_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'issued', ?)
ON CONFLICT DO NOTHING
