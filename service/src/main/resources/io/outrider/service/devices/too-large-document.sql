-- Device whose document has too much: its settings, all registries of its account, and of each project the two newest
-- releases that are not withdrawn. The bytes are those of the document's JSON, or some more: a release is counted with its
-- version and the names that it removes also where only its containers are written.
--   <devices>  query of the numbers of the devices that are looked at, with the parameter :key
--   :most      bytes of a document
--   :projects  projects of a document

WITH releases AS (
    SELECT device, project, published,
        OCTET_LENGTH(version) + OCTET_LENGTH(containers) + OCTET_LENGTH(remove_containers) AS bytes,
        SUM(published) OVER newer AS place,
        ROW_NUMBER() OVER newer AS last_place
    FROM release_device JOIN release ON id = release
    WHERE withdrawn = 0 AND device IN (<devices>)
    WINDOW newer AS (PARTITION BY device, project ORDER BY id DESC ROWS UNBOUNDED PRECEDING)),

-- Bytes now, and when the waves to come are published: 231 for members, hash and signature, and 64 for the name of its key.
projects AS (
    SELECT device, 295 + OCTET_LENGTH(project.name) AS frame,
        SUM(CASE WHEN published = 1 AND place <= 2 THEN bytes ELSE 0 END) AS present,
        SUM(CASE WHEN last_place <= 2 THEN bytes ELSE 0 END) AS later
    FROM releases JOIN project ON project.id = releases.project
    GROUP BY device, project.id, project.name),

registries AS (
    SELECT account, SUM(bytes) AS bytes
    FROM registry
    GROUP BY account),

-- Bytes of all; 62 are the names and brackets of the document, with its revision.
sizes AS (
    SELECT id, number, COUNT(projects.device) AS count,
        62 + OCTET_LENGTH(settings) + COALESCE(MAX(registries.bytes), 0)
            + COALESCE(SUM(frame + CASE WHEN present > later THEN present ELSE later END), 0) AS size
    FROM device LEFT JOIN projects ON device = number LEFT JOIN registries ON registries.account = device.account
    WHERE number IN (<devices>)
    GROUP BY id, number, settings)

SELECT id, count, size
FROM sizes
WHERE size > :most OR count > :projects
ORDER BY number
LIMIT 1
