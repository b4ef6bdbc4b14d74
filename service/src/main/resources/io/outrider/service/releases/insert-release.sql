-- Release, whose hash is made of its id.
--   1 to 8  values of the columns, but for '' and 0
INSERT INTO release (
    project, version, version_hash, containers, remove_containers, rollout, created, state, wave, wave_at)
VALUES (?, ?, '', ?, ?, ?, ?, ?, 0, ?)
