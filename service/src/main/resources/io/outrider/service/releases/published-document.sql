-- Mark of a document that the broker has.
--   1  its revision
--   2  time at which it was due again if the publishing had failed
--   3  number of the device
UPDATE device SET desired_due = CASE
    WHEN desired_revision <> ? THEN 0
    WHEN desired_due = ? THEN NULL
    ELSE desired_due END
WHERE number = ?
