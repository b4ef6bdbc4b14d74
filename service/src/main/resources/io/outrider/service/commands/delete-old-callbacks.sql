-- Callbacks of which nothing is to be sent, and whose unit does not answer any more.
--   1  oldest time that stays, microseconds since 1970
--   2  present time
DELETE FROM callback
WHERE created < ?
    AND NOT EXISTS (
        SELECT 1 FROM callback_request
        WHERE callback_request.jid = callback.jid AND next_attempt IS NOT NULL)
    AND EXISTS (
        SELECT 1 FROM job
        WHERE job.jid = callback.jid AND (reply IS NOT NULL OR state = 'issued' AND expires < ?))
