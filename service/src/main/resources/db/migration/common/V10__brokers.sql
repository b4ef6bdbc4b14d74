-- Brokers of the fleet: that of each instance by the instance's id, another one by its address.
CREATE TABLE broker (name TEXT PRIMARY KEY);

-- Units of deleted devices whose document and session a broker may still have. due: when they are to be taken from it (again).
CREATE TABLE former_trace (
    broker  TEXT NOT NULL REFERENCES broker (name),
    unit_id TEXT NOT NULL,
    deleted BIGINT NOT NULL,
    due     BIGINT NOT NULL,
    PRIMARY KEY (broker, unit_id)
);

CREATE INDEX former_trace_due ON former_trace (broker, due);
CREATE INDEX former_trace_deleted ON former_trace (deleted);
CREATE INDEX former_unit_deleted ON former_unit (deleted);
