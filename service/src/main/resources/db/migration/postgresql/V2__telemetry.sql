-- Records in partitions by time, made by the service as they are needed; run and sequence tell records of the same time
-- apart. Rows posted over HTTPS have run 0 and a hash as their sequence.
CREATE TABLE telemetry (
    device   BIGINT NOT NULL,
    type     INTEGER NOT NULL,
    at       BIGINT NOT NULL,
    run      BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    uploaded BIGINT NOT NULL,
    record   JSON NOT NULL,
    PRIMARY KEY (device, type, at, run, sequence)
) PARTITION BY RANGE (at);

-- Times far from the present, such as those of units without a clock.
CREATE TABLE telemetry_other PARTITION OF telemetry DEFAULT;

CREATE TABLE telemetry_type (
    id   INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

-- sequences: Roaring64Bitmap of the records of a run that have been stored.
CREATE TABLE telemetry_run (
    device    BIGINT NOT NULL REFERENCES device (number) ON DELETE CASCADE,
    run       BIGINT NOT NULL,
    updated   BIGINT NOT NULL,
    sequences BYTEA NOT NULL,
    PRIMARY KEY (device, run)
);

-- Times of the records of each upload, for reads by the time of upload.
CREATE TABLE telemetry_upload (
    device   BIGINT NOT NULL REFERENCES device (number) ON DELETE CASCADE,
    uploaded BIGINT NOT NULL,
    first_at BIGINT NOT NULL,
    last_at  BIGINT NOT NULL,
    PRIMARY KEY (device, uploaded, first_at, last_at)
);

CREATE TABLE telemetry_field (
    device BIGINT NOT NULL REFERENCES device (number) ON DELETE CASCADE,
    field  TEXT NOT NULL,
    kind   TEXT NOT NULL,
    type   TEXT NOT NULL,
    PRIMARY KEY (device, field, kind)
);

-- A foreign key would be looked up for each record that is stored.
CREATE FUNCTION delete_telemetry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM telemetry WHERE device = OLD.number;
    RETURN OLD;
END $$;

CREATE TRIGGER device_telemetry AFTER DELETE ON device FOR EACH ROW EXECUTE FUNCTION delete_telemetry();
