-- Reply to a job, of which the first counts.
--   1 to 3  values of the columns
--   4       jid
UPDATE job SET state = ?, state_at = ?, reply = ?, publish_at = NULL
WHERE jid = ? AND reply IS NULL
