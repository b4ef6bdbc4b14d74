-- Devices whose documents are due, for this instance.
--   1     time at which they are due again, microseconds since 1970
--   2, 3  present time
UPDATE device SET desired_due = ?
WHERE number IN (SELECT number FROM device WHERE desired_due <= ? ORDER BY desired_due LIMIT 100) AND desired_due <= ?
RETURNING number
