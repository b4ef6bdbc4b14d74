-- Device that is deleted, out of the lists of the account's projects: JSON without spaces.
--   1, 2, 3, 5  id of the device, 36 characters that occur in no other
--   4           number of the account
UPDATE project
SET devices = replace(replace(replace(devices, '"' || ? || '",', ''), ',"' || ? || '"', ''), '"' || ? || '"', '')
WHERE account = ? AND devices LIKE '%"' || ? || '"%'
