-- Devices whose records are still to be deleted, in parts, so that no other writer waits for all of them.
CREATE TABLE deleted_device (number INTEGER PRIMARY KEY);

DROP TRIGGER device_telemetry;

CREATE TRIGGER device_telemetry AFTER DELETE ON device BEGIN
    INSERT INTO deleted_device VALUES (OLD.number);
END;
