-- Device of an account, with each type that a field may begin with, the longest first; one row of the type -1 if there is none.
--   :account, :id    of the device
--   <names>          beginnings of the field
SELECT number, COALESCE(telemetry_type.id, -1) AS type, COALESCE(telemetry_type.name, '') AS type_name
FROM device LEFT JOIN telemetry_type ON telemetry_type.name IN (<names>)
WHERE account = :account AND device.id = :id
ORDER BY length(telemetry_type.name) DESC
