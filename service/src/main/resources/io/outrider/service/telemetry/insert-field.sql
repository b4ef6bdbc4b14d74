-- Field of the records of a device.
--   1 to 4  values of the columns
INSERT INTO telemetry_field (device, field, kind, type)
VALUES (?, ?, ?, ?)
ON CONFLICT DO NOTHING
