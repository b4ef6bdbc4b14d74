-- Presence of a unit; the end of a connection before the one that is known does not count.
--   :unit, :online, :since, :instance
--   :agent                             NULL if it is not known
UPDATE device
SET online = :online, presence_since = :since, instance = :instance, agent = COALESCE(:agent, agent)
WHERE unit_id = :unit AND (:online = 1 OR online = 0 OR presence_since <= :since)
