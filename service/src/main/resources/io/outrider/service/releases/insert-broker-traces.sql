-- Units of deleted devices that a broker may know.
--   1  name of the broker
--   2  1 if it is new: then all of them, else those that an instance of a former version has deleted
INSERT INTO former_trace (broker, unit_id, deleted, due)
SELECT ?, unit_id, deleted, 0 FROM former_unit WHERE cleared = 0 OR ? = 1
ON CONFLICT DO NOTHING
