-- number: of the attempt of its request, from 1 on; NULL of those from before. Two instances list one attempt once.
ALTER TABLE callback_attempt ADD COLUMN number INTEGER;

CREATE UNIQUE INDEX callback_attempt_number ON callback_attempt (jid, state, number);
DROP INDEX callback_attempt_jid;
