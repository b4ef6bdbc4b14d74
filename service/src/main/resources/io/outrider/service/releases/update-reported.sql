-- State of a release that a unit has reported: by the project's name and the hash of the version, as units know no numbers.
--   :unit, :project, :hash    which release
--   :state, :error            of the report
--   :now                      microseconds since 1970
UPDATE release_device
SET state = :state, error = :error, state_at = CASE WHEN state = :state THEN state_at ELSE :now END
WHERE device = (SELECT number FROM device WHERE unit_id = :unit)
    AND release IN (
        SELECT release.id FROM release JOIN project ON project.id = release.project
        WHERE project.name = :project AND release.version_hash = :hash)
