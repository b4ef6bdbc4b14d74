-- Numbers of the metrics of these names.
--   <bytes>  size of the database
SELECT
    (SELECT count(*) FROM device) AS outrider_devices,
    (SELECT count(*) FROM device WHERE online = 1) AS outrider_devices_online,
    (SELECT count(*) FROM device WHERE desired_due IS NOT NULL) AS outrider_documents_due,
    (SELECT count(*) FROM job WHERE publish_at IS NOT NULL) AS outrider_commands_waiting,
    (SELECT count(*) FROM callback WHERE due IS NOT NULL) AS outrider_callbacks_waiting,
    (SELECT count(*) FROM callback_request WHERE next_attempt IS NOT NULL) AS outrider_callback_requests_waiting,
    (SELECT count(*) FROM callback_attempt WHERE success = 0) AS outrider_callback_attempts_failed,
    (SELECT count(*) FROM release WHERE state = 'rolling') AS outrider_releases_rolling,
    (SELECT <bytes>) AS outrider_database_bytes
