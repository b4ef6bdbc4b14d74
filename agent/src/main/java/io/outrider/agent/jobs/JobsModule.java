package io.outrider.agent.jobs;

import io.outrider.api.Function;
import io.outrider.api.Module;
import java.util.List;

/** The functions {@code saltutil.*} over the jobs of the unit, which it does not own. */
public final class JobsModule implements Module {
    public JobsModule(Jobs jobs) {}

    @Override
    public List<Function<?>> functions() {
        return List.of();
    }

    @Override
    public void close() {
        // the jobs are closed by whoever made them
    }
}
