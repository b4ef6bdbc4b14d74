-- Device of a release.
--   1 to 4  release, device, wave, and 1 if the wave has the release
--   5       present time, microseconds since 1970
INSERT INTO release_device (release, device, wave, published, withdrawn, state, state_at)
VALUES (?, ?, ?, ?, 0, 'pending', ?)
ON CONFLICT DO NOTHING
