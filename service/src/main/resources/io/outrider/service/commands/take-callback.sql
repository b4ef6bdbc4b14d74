-- Takes a request for an attempt, unless another instance has taken it.
--   1  time after which the attempt counts as lost, microseconds since 1970
--   2  number of the request
--   3  present time
UPDATE callback_request SET next_attempt = ?, attempts = attempts + 1, sending = 1
WHERE id = ? AND next_attempt <= ?
RETURNING id, jid, state, share, account, body, attempts
