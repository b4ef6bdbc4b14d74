-- Makes the document of a unit due that has an older one.
--   1  present time, microseconds since 1970
--   2  id of the unit
--   3  revision that it has
UPDATE device SET desired_due = ?
WHERE unit_id = ? AND desired_revision > ? AND desired_due IS NULL
