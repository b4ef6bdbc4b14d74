-- Devices of a release with their states, by waves.
--   1  number of the release
SELECT device.id, device.unit_id, release_device.*
FROM release_device JOIN device ON device.number = release_device.device
WHERE release = ?
ORDER BY release_device.wave, device.number
