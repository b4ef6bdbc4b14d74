-- Devices of an account that have releases.
--   :key  number of the account
SELECT number FROM device
WHERE account = :key AND EXISTS (SELECT 1 FROM release_device WHERE device = number)
