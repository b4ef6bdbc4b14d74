-- Device that has made a type; absent for those of before. Records of type 0 have a type that has no row.
ALTER TABLE telemetry_type ADD COLUMN device BIGINT;

CREATE INDEX telemetry_type_device ON telemetry_type (device);
