-- Jobs that wait for a reply: the others of a device, of thirty days, may be a million.
CREATE INDEX job_waiting ON job (device) WHERE reply IS NULL;

-- share: share of the account's hosts, 0 to 255. sending: 1 from when an instance takes the request until it has recorded the attempt.
ALTER TABLE callback_request RENAME COLUMN host TO share;
ALTER TABLE callback_request ADD COLUMN sending INTEGER NOT NULL DEFAULT 0;
