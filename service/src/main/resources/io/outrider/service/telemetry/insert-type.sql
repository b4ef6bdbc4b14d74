-- Type of telemetry that a device makes, unless it has made too many.
--   1     name
--   2, 3  number of the device
--   4     most types of a device
INSERT INTO telemetry_type (name, device)
SELECT ?, ? WHERE (SELECT COUNT(*) FROM telemetry_type WHERE device = ?) < ?
ON CONFLICT DO NOTHING
