-- Event of a job. Events come in any order: one does not undo a later one.
--   :jid, :state
--   :now          microseconds since 1970
--   :progress     JSON; NULL leaves what is there
UPDATE job SET state = :state, state_at = :now, progress = COALESCE(:progress, progress)
WHERE jid = :jid AND reply IS NULL
    AND (:state <> 'received' OR state = 'issued')
    AND (:state <> 'running' OR state <> 'progress')
