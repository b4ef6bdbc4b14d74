-- End of an attempt, unless another instance has taken the request meanwhile. TIMEOUT is not sent again once COMMAND_EXECUTED is
-- to be sent.
--   :jid, :id, :attempts    of the request that was taken
--   :next                   microseconds since 1970; NULL if it is not sent again
UPDATE callback_request
SET sending = 0,
    next_attempt = CASE
        WHEN state = 'TIMEOUT' AND EXISTS (
            SELECT 1 FROM callback_request WHERE jid = :jid AND state = 'COMMAND_EXECUTED') THEN NULL
        ELSE CAST(:next AS BIGINT) END
WHERE id = :id AND attempts = :attempts
