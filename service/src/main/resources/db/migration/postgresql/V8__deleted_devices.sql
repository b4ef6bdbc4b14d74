-- Devices whose records are still to be deleted, in parts, so that no transaction takes as long as all of them.
CREATE TABLE deleted_device (number BIGINT PRIMARY KEY);

CREATE OR REPLACE FUNCTION delete_telemetry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_device VALUES (OLD.number);
    RETURN OLD;
END $$;
