-- Partitions of months (PostgreSQL).
SELECT relname FROM pg_class
WHERE relispartition AND relname ~ '^telemetry_[0-9]{4}_[0-9]{2}$'
ORDER BY relname
