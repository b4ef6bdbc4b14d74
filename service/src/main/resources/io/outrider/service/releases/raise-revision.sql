-- Makes the next document of a unit newer than a revision.
--   1, 3  revision
--   2     id of the unit
UPDATE device SET desired_revision = ?, desired_hash = NULL, desired_due = 0
WHERE unit_id = ? AND desired_revision < ?
