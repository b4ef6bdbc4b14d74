-- Units whose device was deleted, until their id has a device again: what the broker keeps for them is the former account's.
CREATE TABLE former_unit (
    unit_id  TEXT PRIMARY KEY,
    account  BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    deleted  BIGINT NOT NULL,
    expires  BIGINT NOT NULL,
    cleared  INTEGER NOT NULL
);
