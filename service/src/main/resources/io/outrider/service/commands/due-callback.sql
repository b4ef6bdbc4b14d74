-- Request of a callback that has been due for the longest, but for those of shares that are full.
--   :now    microseconds since 1970
--   <full>  full shares of this instance: 'ACCOUNT HOST', or 'ACCOUNT' for all of an account; at least one, which may be ''

-- Shares that have requests: each account and share of its hosts (0 to 63). Each step jumps by the index to the next share, and past
-- a full account, so that the work depends on the number of shares and not on that of requests.
WITH RECURSIVE share(account, host, is_full) AS (
    SELECT CAST(0 AS BIGINT), '', FALSE
    UNION ALL
    SELECT next.account, next.host, CAST(next.account AS TEXT) IN (<full>)
    FROM share JOIN callback_request AS next ON next.id = (
        SELECT id FROM callback_request
        WHERE next_attempt IS NOT NULL AND (account, host) > (
            CASE WHEN share.is_full THEN share.account + 1 ELSE share.account END,
            CASE WHEN share.is_full THEN '' ELSE share.host END)
        ORDER BY account, host, next_attempt
        LIMIT 1)),

-- The first of each share that is due and may be sent.
first(id) AS (
    SELECT (
        SELECT id FROM callback_request AS due
        WHERE due.account = share.account AND due.host = share.host AND due.next_attempt <= :now
            -- of a job, COMMAND_EXECUTED only after the first attempt of TIMEOUT has ended, or if there is no TIMEOUT
            AND (due.state = 'TIMEOUT' OR COALESCE((
                SELECT timeout.attempts > 0 AND (timeout.next_attempt IS NULL OR EXISTS (
                    SELECT 1 FROM callback_attempt AS attempt WHERE attempt.jid = due.jid))
                FROM callback_request AS timeout
                WHERE timeout.jid = due.jid AND timeout.state = 'TIMEOUT'), TRUE))
        ORDER BY due.next_attempt
        LIMIT 1)
    FROM share
    WHERE NOT share.is_full AND share.account || ' ' || share.host NOT IN (<full>))

SELECT callback_request.id
FROM first JOIN callback_request ON callback_request.id = first.id
ORDER BY callback_request.next_attempt
LIMIT 1
