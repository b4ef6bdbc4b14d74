-- What each broker may still have of the unit of a device that is deleted.
--   1  present time, microseconds since 1970
--   2  number of the device
INSERT INTO former_trace (broker, unit_id, deleted, due)
SELECT broker.name, unit_id, ?, 0
FROM device CROSS JOIN broker
WHERE number = ?
ON CONFLICT (broker, unit_id) DO UPDATE SET deleted = excluded.deleted, due = 0
