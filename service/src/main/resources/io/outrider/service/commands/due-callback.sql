-- Request of a callback that has been due for the longest, but for those of shares that are full.
--   :now    microseconds since 1970
--   <full>  full shares of this instance: 'ACCOUNT SHARE', or 'ACCOUNT' for all of an account; at least one, which may be ''

-- Shares that have requests: each account and share of its hosts (0 to 255). Each step jumps by the index to the next one, and past
-- a full account, so that the work depends on the number of shares and not on that of requests.
WITH RECURSIVE waiting(account, share, is_full) AS (
    SELECT CAST(0 AS BIGINT), '', FALSE
    UNION ALL
    SELECT next.account, next.share, CAST(next.account AS TEXT) IN (<full>)
    FROM waiting JOIN callback_request AS next ON next.id = (
        SELECT id FROM callback_request
        WHERE next_attempt IS NOT NULL AND (account, share) > (
            CASE WHEN waiting.is_full THEN waiting.account + 1 ELSE waiting.account END,
            CASE WHEN waiting.is_full THEN '' ELSE waiting.share END)
        ORDER BY account, share, next_attempt
        LIMIT 1)),

-- The first of each share that is due; of a job, COMMAND_EXECUTED only when nothing of TIMEOUT is to be sent any more.
first_of_share(id) AS (
    SELECT (
        SELECT id FROM callback_request AS due
        WHERE due.account = waiting.account AND due.share = waiting.share AND due.next_attempt <= :now
            AND NOT (due.state = 'COMMAND_EXECUTED' AND EXISTS (
                SELECT 1 FROM callback_request AS timeout
                WHERE timeout.jid = due.jid AND timeout.state = 'TIMEOUT' AND timeout.next_attempt IS NOT NULL))
        ORDER BY due.next_attempt
        LIMIT 1)
    FROM waiting
    WHERE NOT waiting.is_full AND waiting.account || ' ' || waiting.share NOT IN (<full>))

SELECT callback_request.id
FROM first_of_share JOIN callback_request ON callback_request.id = first_of_share.id
ORDER BY callback_request.next_attempt
LIMIT 1
