-- New device; a unit that was another one's goes on with its revisions, and its document is due.
--   1 to 6  values of the columns
--   7, 8    id of the unit
INSERT INTO device (
    id, account, unit_id, name, containers, created, settings, desired_revision, desired_due, online)
VALUES (?, ?, ?, ?, ?, ?, '{}',
    COALESCE((SELECT revision FROM former_unit WHERE unit_id = ?), 0),
    (SELECT 0 FROM former_unit WHERE unit_id = ?), 0)
ON CONFLICT DO NOTHING
