-- Jobs of a device that changed behind a time, the earliest first.
--   1  number of the device
--   2  microseconds since 1970
--   3  most jobs
SELECT jid, state_at AS changed FROM job
WHERE device = ? AND state_at > ?
ORDER BY state_at, jid
LIMIT ?
