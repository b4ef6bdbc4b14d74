-- Unit of a device that is deleted.
--   1  present time, microseconds since 1970
--   2  number of the device
INSERT INTO former_unit (unit_id, account, revision, deleted, expires, cleared)
SELECT unit_id, account, desired_revision, ?,
    COALESCE((SELECT MAX(expires) FROM job WHERE job.device = device.number), 0), 0
FROM device
WHERE number = ?
