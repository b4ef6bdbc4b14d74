ALTER TABLE device ADD COLUMN desired_hash TEXT;

CREATE TABLE registry (
    id       ${serial},
    account  BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name     TEXT NOT NULL,
    url      TEXT NOT NULL,
    type     TEXT,
    username TEXT,
    password ${bytes},
    metadata TEXT NOT NULL,
    UNIQUE (account, name)
);

CREATE TABLE project (
    id          ${serial},
    account     BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    description TEXT NOT NULL,
    registry    BIGINT REFERENCES registry (id),
    devices     TEXT NOT NULL,
    UNIQUE (account, name)
);

-- state: rolling, published, stopped or rolled_back. wave: the last one published; wave_at: when.
CREATE TABLE release (
    id                ${serial},
    project           BIGINT NOT NULL REFERENCES project (id),
    version           TEXT NOT NULL,
    version_hash      TEXT NOT NULL,
    containers        TEXT NOT NULL,
    remove_containers TEXT NOT NULL,
    rollout           TEXT,
    created           BIGINT NOT NULL,
    state             TEXT NOT NULL,
    reason            TEXT,
    wave              INTEGER NOT NULL,
    wave_at           BIGINT NOT NULL,
    UNIQUE (project, version)
);

-- published: whether the release is in the device's desired document, unless withdrawn. state is what the unit reports.
CREATE TABLE release_device (
    release   BIGINT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
    device    BIGINT NOT NULL REFERENCES device (number) ON DELETE CASCADE,
    wave      INTEGER NOT NULL,
    published INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL,
    state     TEXT NOT NULL,
    state_at  BIGINT NOT NULL,
    error     TEXT,
    PRIMARY KEY (release, device)
);

CREATE INDEX release_device_device ON release_device (device);
