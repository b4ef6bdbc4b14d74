-- Accounts with their numbers of users and devices.
SELECT id, name, containers,
    (SELECT COUNT(*) FROM user_account WHERE account = account.id) AS users,
    (SELECT COUNT(*) FROM device WHERE device.account = account.id) AS devices
FROM account
ORDER BY id
