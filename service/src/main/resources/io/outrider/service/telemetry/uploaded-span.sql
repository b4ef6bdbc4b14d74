-- Bounds of the times of records that were uploaded in a period; no row if there are none.
--   1     number of the device
--   2, 3  microseconds since 1970
SELECT MIN(first_at) AS first, MAX(last_at) AS last FROM telemetry_upload
WHERE device = ? AND uploaded >= ? AND uploaded < ?
HAVING COUNT(*) > 0
