-- What clients may change of a device.
--   1 to 3  name, containers, settings; NULL leaves what is there
--   4       present time, microseconds since 1970
--   5, 6    account and id
UPDATE device
SET name = COALESCE(?, name), containers = COALESCE(?, containers), settings = COALESCE(?, settings), desired_due = ?
WHERE account = ? AND id = ?
