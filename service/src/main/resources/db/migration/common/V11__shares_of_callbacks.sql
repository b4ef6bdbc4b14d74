-- Account of a request, so that the first of each account and host is found whatever waits of the others.
ALTER TABLE callback_request ADD COLUMN account BIGINT NOT NULL DEFAULT 0;

UPDATE callback_request SET account = (SELECT device.account FROM job JOIN device ON device.number = job.device
    WHERE job.jid = callback_request.jid);

DROP INDEX callback_request_next;
CREATE INDEX callback_request_share ON callback_request (account, host, next_attempt) WHERE next_attempt IS NOT NULL;
