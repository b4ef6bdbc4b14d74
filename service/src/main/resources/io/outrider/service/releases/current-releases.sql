-- Releases on a device: the two newest of each project.
--   1  number of the device
SELECT release FROM (
    SELECT release, ROW_NUMBER() OVER (PARTITION BY project ORDER BY release DESC) AS place
    FROM release_device JOIN release ON release.id = release_device.release
    WHERE device = ? AND published = 1 AND withdrawn = 0) AS published
WHERE place <= 2
