package io.outrider.agent.commands;

import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;

/** Listener on the unit for all jobs, local ones included. Called on any thread, concurrently; must not block. */
public interface JobObserver {
    JobObserver NONE = new JobObserver() {
        @Override
        public void at(JobEvent event) {
            // ignored
        }

        @Override
        public void ended(Return reply) {
            // ignored
        }
    };

    void at(JobEvent event);

    void ended(Return reply);
}
