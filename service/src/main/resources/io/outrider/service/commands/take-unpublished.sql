-- Commands that the broker has not taken, for this instance.
--   1     time at which they are due again, microseconds since 1970
--   2, 3  present time
UPDATE job SET publish_at = ?
WHERE jid IN (SELECT jid FROM job WHERE publish_at <= ? ORDER BY publish_at LIMIT 100) AND publish_at <= ?
RETURNING jid, command, arg, kwarg, issued, expires, publish_at,
    (SELECT unit_id FROM device WHERE number = job.device) AS unit_id
