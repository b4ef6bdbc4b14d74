-- Makes the commands due again that a unit has not acknowledged.
--   1  time at which they are due, microseconds since 1970
--   2  present time
--   3  id of the unit
UPDATE job SET publish_at = ?
WHERE reply IS NULL AND state = 'issued' AND expires > ?
    AND device = (SELECT number FROM device WHERE unit_id = ?)
