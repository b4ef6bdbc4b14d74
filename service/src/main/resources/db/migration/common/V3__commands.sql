-- publish_at: when the command is to be handed to the broker (again); NULL once the broker has it. reply: the unit's message.
CREATE TABLE job (
    jid        TEXT PRIMARY KEY,
    device     BIGINT NOT NULL REFERENCES device (number) ON DELETE CASCADE,
    command    TEXT NOT NULL,
    arg        TEXT NOT NULL,
    kwarg      TEXT NOT NULL,
    issued     BIGINT NOT NULL,
    expires    BIGINT NOT NULL,
    publish_at BIGINT,
    state      TEXT NOT NULL,
    state_at   BIGINT NOT NULL,
    progress   TEXT,
    reply      TEXT
);

CREATE INDEX job_publish ON job (publish_at);
CREATE INDEX job_issued ON job (issued);
CREATE INDEX job_device ON job (device, state_at);

-- due: when TIMEOUT is to be sent; NULL once it or the reply has come. token: encrypted; NULL when nothing is left to be signed.
CREATE TABLE callback (
    jid             TEXT PRIMARY KEY REFERENCES job (jid) ON DELETE CASCADE,
    url             TEXT NOT NULL,
    timeout         INTEGER NOT NULL,
    timeout_task_id TEXT NOT NULL,
    created         BIGINT NOT NULL,
    due             BIGINT,
    token           ${bytes}
);

CREATE INDEX callback_due ON callback (due);
CREATE INDEX callback_created ON callback (created);

-- next_attempt: when the request is to be sent (again), or another instance takes it over; NULL once it is settled.
CREATE TABLE callback_request (
    id           ${serial},
    jid          TEXT NOT NULL REFERENCES callback (jid) ON DELETE CASCADE,
    state        TEXT NOT NULL,
    host         TEXT NOT NULL,
    body         TEXT NOT NULL,
    attempts     INTEGER NOT NULL,
    next_attempt BIGINT,
    UNIQUE (jid, state)
);

CREATE INDEX callback_request_next ON callback_request (next_attempt);

CREATE TABLE callback_attempt (
    id      ${serial},
    jid     TEXT NOT NULL REFERENCES callback (jid) ON DELETE CASCADE,
    state   TEXT NOT NULL,
    at      BIGINT NOT NULL,
    success INTEGER NOT NULL,
    status  INTEGER
);

CREATE INDEX callback_attempt_jid ON callback_attempt (jid);
