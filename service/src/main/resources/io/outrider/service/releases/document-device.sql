-- Device as its desired document needs it; containers need the account's add-on and the device's setting.
--   1  number of the device
SELECT device.account, unit_id, settings, desired_hash, desired_revision,
    CASE WHEN device.containers = 1 AND account.containers = 1 THEN 1 ELSE 0 END AS containers
FROM device JOIN account ON account.id = device.account
WHERE number = ?
