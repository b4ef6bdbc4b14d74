-- Records, clustered by device, type and time; run and sequence tell records of the same time apart.
-- Rows posted over HTTPS have run 0 and a hash as their sequence.
CREATE TABLE telemetry (
    device   INTEGER NOT NULL,
    type     INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    run      INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    uploaded INTEGER NOT NULL,
    record   TEXT NOT NULL,
    PRIMARY KEY (device, type, at, run, sequence)
) WITHOUT ROWID;

CREATE TABLE telemetry_type (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
);

-- sequences: Roaring64Bitmap of the records of a run that have been stored.
CREATE TABLE telemetry_run (
    device    INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
    run       INTEGER NOT NULL,
    updated   INTEGER NOT NULL,
    sequences BLOB NOT NULL,
    PRIMARY KEY (device, run)
) WITHOUT ROWID;

-- Times of the records of each upload, for reads by the time of upload.
CREATE TABLE telemetry_upload (
    device   INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
    uploaded INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at  INTEGER NOT NULL,
    PRIMARY KEY (device, uploaded, first_at, last_at)
) WITHOUT ROWID;

CREATE TABLE telemetry_field (
    device INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
    field  TEXT NOT NULL,
    kind   TEXT NOT NULL,
    type   TEXT NOT NULL,
    PRIMARY KEY (device, field, kind)
) WITHOUT ROWID;

-- A foreign key would be looked up for each record that is stored.
CREATE TRIGGER device_telemetry AFTER DELETE ON device BEGIN
    DELETE FROM telemetry WHERE device = OLD.number;
END;
