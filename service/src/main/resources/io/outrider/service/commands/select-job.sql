-- Job that a message is about, with its device.
--   1  jid
SELECT jid, unit_id, device.id AS device_id, account, command, arg, kwarg
FROM job JOIN device ON device.number = job.device
WHERE jid = ?
