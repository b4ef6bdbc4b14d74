-- Types of the records of :device. Each is looked up behind the one before in the primary key, as other devices may have sent any
-- number of types, and this one any number of records.
WITH RECURSIVE found(type) AS (
    SELECT MIN(type) FROM telemetry WHERE device = :device
    UNION ALL
    SELECT (SELECT MIN(type) FROM telemetry WHERE device = :device AND type > found.type)
    FROM found WHERE found.type IS NOT NULL)
SELECT type FROM found WHERE type IS NOT NULL
