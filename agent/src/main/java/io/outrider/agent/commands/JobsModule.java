package io.outrider.agent.commands;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The functions {@code saltutil.*} over the jobs of the unit, which it does not own. */
public final class JobsModule implements Module {
    private final Supplier<Jobs> jobs;

    /** @param jobs asked for at each call, as they are made after the modules that they run */
    public JobsModule(Supplier<Jobs> jobs) {
        this.jobs = jobs;
    }

    /** No arguments. */
    record Nothing() {}

    /** One job. */
    record Which(
            @JsonProperty(required = true) @JsonPropertyDescription("the job's id")
            String jid) {}

    @Override
    public List<Function<?>> functions() {
        return List.of(
                new Function<>(
                        "saltutil.running",
                        "Lists the jobs that wait, run or hang",
                        Nothing.class,
                        none -> jobs.get().running()),
                new Function<>(
                        "saltutil.find_job",
                        "Shows a job that goes on, or the answer of one of the fleet's that has ended",
                        Which.class,
                        this::find),
                new Function<>("saltutil.kill_job", "Ends a job; it answers with an error", Which.class, this::kill));
    }

    private Object find(Which which) throws Failure {
        Object found = jobs.get().find(which.jid());
        return found == null ? Map.of() : found; // as the incumbent answers
    }

    private Object kill(Which which) throws Failure {
        if (!jobs.get().cancel(which.jid())) {
            throw Failure.argument(
                    "jid", "no job " + LogText.name(which.jid()) + " waits or runs; see saltutil.running");
        }
        return "job " + which.jid() + " was told to end";
    }

    @Override
    public void close() {
        // the jobs are closed by whoever made them
    }
}
