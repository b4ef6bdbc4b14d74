-- Callback of a job.
--   1  jid
--   2  URL
--   3  seconds to the timeout
--   4  id of the timeout's task, of which the callback record tells
--   5  present time, microseconds since 1970
--   6  time of the timeout, microseconds since 1970
--   7  token of the caller, encrypted
INSERT INTO callback (jid, url, timeout, timeout_task_id, created, due, token)
VALUES (?, ?, ?, ?, ?, ?, ?)
