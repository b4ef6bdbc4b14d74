-- Device that is deleted, out of the lists of the account's projects: JSON without spaces.
--   :account  number of the account
--   :id       id of the device, 36 characters that occur in no other
UPDATE project
SET devices = replace(replace(replace(devices, '"' || :id || '",', ''), ',"' || :id || '"', ''), '"' || :id || '"', '')
WHERE account = :account AND devices LIKE '%"' || :id || '"%'
