-- Units of deleted devices whose traces at a broker are due, for this instance.
--   1     time at which they are due again, microseconds since 1970
--   2, 3  name of the broker
--   4, 5  present time
UPDATE former_trace SET due = ?
WHERE broker = ?
    AND unit_id IN (SELECT unit_id FROM former_trace WHERE broker = ? AND due <= ? ORDER BY due LIMIT 100)
    AND due <= ?
RETURNING unit_id, deleted
