-- Uploads of a device behind a time, the earliest first.
--   1  number of the device
--   2  microseconds since 1970
--   3  most rows
SELECT uploaded, first_at AS first, last_at AS last
FROM telemetry_upload
WHERE device = ? AND uploaded > ?
ORDER BY uploaded, first_at, last_at
LIMIT ?
