-- Takes callbacks whose time is over; each by one instance of the service.
--   1, 2  present time, microseconds since 1970
UPDATE callback SET due = NULL
WHERE jid IN (SELECT jid FROM callback WHERE due <= ? ORDER BY due LIMIT 200)
    AND due <= ?
RETURNING jid, url
