-- Instance of the service that took the unit's last presence: with brokers of the instances, the one to whose broker it is connected.
ALTER TABLE device ADD COLUMN instance TEXT;
