-- Report of a unit, unless a later one of the same daemon is stored.
--   :unit, :report, :number
--   :start                   of the daemon; NULL if the report does not say
--   :now                     microseconds since 1970
UPDATE device
SET reported = :report, reported_at = :now, reported_start = :start, reported_number = :number
WHERE unit_id = :unit AND (
    :start IS NULL OR reported_start IS NULL OR reported_start <> :start OR reported_number <= :number)
