package io.outrider.agent.commands;

import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;

/** Somebody on the unit who watches all jobs, the local ones too. Any thread, several at once; must not block. */
public interface JobObserver {
    JobObserver NOBODY = new JobObserver() {
        @Override
        public void at(JobEvent event) {
            // nobody watches
        }

        @Override
        public void ended(Return answer) {
            // nobody watches
        }
    };

    void at(JobEvent event);

    void ended(Return answer);
}
