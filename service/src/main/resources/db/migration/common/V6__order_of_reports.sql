-- Start of the daemon and number of the report that is stored, so that an older one does not replace it.
ALTER TABLE device ADD COLUMN reported_start TEXT;
ALTER TABLE device ADD COLUMN reported_number BIGINT;
