-- Present wave of a rollout, and what its devices have reported.
--   1  present time, microseconds since 1970
--   2  number of the release
SELECT rollout, release.wave, wave_at, COUNT(device) AS devices,
    COUNT(CASE WHEN release_device.state = 'applied' THEN 1 END) AS applied,
    COUNT(CASE WHEN release_device.state = 'failed' THEN 1 END) AS failed,
    ? AS now
FROM release LEFT JOIN release_device ON release = id AND release_device.wave = release.wave
WHERE id = ? AND release.state = 'rolling'
GROUP BY rollout, release.wave, wave_at
