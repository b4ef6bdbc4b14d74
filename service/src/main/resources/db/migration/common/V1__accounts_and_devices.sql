-- Times are microseconds since 1970, UTC; booleans are 0 and 1; documents are JSON.

-- check_value tells whether the key file is the one that this database was made with.
CREATE TABLE service_key (
    name        TEXT PRIMARY KEY,
    check_value TEXT NOT NULL
);

CREATE TABLE account (
    id         ${serial},
    name       TEXT NOT NULL UNIQUE,
    containers INTEGER NOT NULL,
    created    BIGINT NOT NULL
);

CREATE TABLE user_account (
    id            ${serial},
    account       BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    email         TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    created       BIGINT NOT NULL
);

-- hash is the SHA-256 of the token, in hexadecimal digits.
CREATE TABLE api_token (
    id        ${serial},
    account   BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    hash      TEXT NOT NULL UNIQUE,
    created   BIGINT NOT NULL,
    expires   BIGINT,
    UNIQUE (account, name)
);

-- secret_hash is the SHA-256 of the unit's password at the broker. settings is what the fleet wants on the unit beside
-- releases: loggers and others. desired is the document last published.
CREATE TABLE device (
    number           ${serial},
    id               TEXT NOT NULL UNIQUE,
    account          BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    unit_id          TEXT NOT NULL UNIQUE,
    name             TEXT NOT NULL,
    containers       INTEGER NOT NULL,
    created          BIGINT NOT NULL,
    secret_hash      TEXT,
    settings         TEXT NOT NULL,
    desired_revision BIGINT NOT NULL,
    desired_due      BIGINT,
    online           INTEGER NOT NULL,
    presence_since   BIGINT,
    agent            TEXT,
    reported         TEXT,
    reported_at      BIGINT
);

CREATE INDEX device_account ON device (account);
CREATE INDEX device_desired_due ON device (desired_due);

CREATE TABLE enrolment_code (
    hash      TEXT PRIMARY KEY,
    account   BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    unit_id   TEXT,
    name      TEXT,
    created   BIGINT NOT NULL,
    expires   BIGINT NOT NULL
);
