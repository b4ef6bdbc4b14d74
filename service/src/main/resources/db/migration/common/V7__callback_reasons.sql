-- Sentence on why an attempt has failed; absent for one that has not.
ALTER TABLE callback_attempt ADD COLUMN reason TEXT;
