package io.outrider.agent.commands;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Module with the functions {@code saltutil.*}. It does not own the job service. */
public final class JobsModule implements Module {
    private final Supplier<Jobs> jobs;

    /** @param jobs called for each call, as the job service is created after its modules */
    public JobsModule(Supplier<Jobs> jobs) {
        this.jobs = jobs;
    }

    record NoArguments() {}

    record JobArguments(
            @JsonProperty(required = true) @JsonPropertyDescription("the job's id")
            String jid) {}

    @Override
    public List<Function<?>> functions() {
        return List.of(
                new Function<>(
                        "saltutil.running",
                        "Lists the jobs that wait, run or hang",
                        NoArguments.class,
                        none -> jobs.get().running()),
                new Function<>(
                        "saltutil.find_job",
                        "Shows a job that goes on, or the answer of one of the fleet's that has ended",
                        JobArguments.class,
                        this::find),
                new Function<>(
                        "saltutil.kill_job", "Ends a job; it answers with an error", JobArguments.class, this::kill));
    }

    private Object find(JobArguments job) throws Failure {
        Object found = jobs.get().find(job.jid());
        return found == null ? Map.of() : found; // as AutoPi replies
    }

    private Object kill(JobArguments job) throws Failure {
        if (!jobs.get().cancel(job.jid())) {
            throw Failure.argument("jid", "no job " + LogText.name(job.jid()) + " waits or runs; see saltutil.running");
        }
        return "job " + job.jid() + " was told to end";
    }

    @Override
    public void close() {
        // the job service is closed by its creator
    }
}
