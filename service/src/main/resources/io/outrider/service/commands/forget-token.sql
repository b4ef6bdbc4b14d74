-- The token of a callback whose last request has ended.
UPDATE callback SET token = NULL
WHERE jid = :jid
    AND NOT EXISTS (SELECT 1 FROM callback_request WHERE jid = :jid AND next_attempt IS NOT NULL)
    AND EXISTS (SELECT 1 FROM callback_request WHERE jid = :jid AND state = 'COMMAND_EXECUTED')
