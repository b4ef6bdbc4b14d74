-- Attempt of a request that is taken again, as the service that had taken it has ended.
--   1  microseconds for which a request is taken
--   2  number of the request
--   3  present time, microseconds since 1970
--   4  most attempts of a request
INSERT INTO callback_attempt (jid, state, number, at, success, reason)
SELECT jid, state, attempts, next_attempt - ?, 0,
    'the service ended during this attempt; whether the receiver got it is not known'
FROM callback_request
WHERE id = ? AND next_attempt <= ? AND sending = 1 AND attempts <= ?
ON CONFLICT DO NOTHING
