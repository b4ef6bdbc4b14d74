package io.outrider.agent.commands;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import java.util.List;
import java.util.Map;

/** Module with the functions {@code saltutil.*}. It does not own the job service. */
public record JobsModule(Jobs jobs) implements Module {
    private static final Signature<NoArguments> RUNNING =
            new Signature<>("saltutil.running", "Lists the jobs that wait, run or hang", NoArguments.class);
    private static final Signature<JobArguments> FIND_JOB = new Signature<>(
            "saltutil.find_job",
            "Shows a job that goes on, or the answer of one of the fleet's that has ended",
            JobArguments.class);
    private static final Signature<JobArguments> KILL_JOB =
            new Signature<>("saltutil.kill_job", "Ends a job; it answers with an error", JobArguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(RUNNING, FIND_JOB, KILL_JOB);

    record JobArguments(
            @JsonProperty(required = true) @JsonPropertyDescription("the job's id")
            String jid) {}

    @Override
    public List<Function<?>> functions() {
        return List.of(RUNNING.with(none -> jobs.running()), FIND_JOB.with(this::find), KILL_JOB.with(this::kill));
    }

    private Object find(JobArguments job) throws Failure {
        Object found = jobs.find(job.jid());
        return found == null ? Map.of() : found; // as AutoPi replies
    }

    private Object kill(JobArguments job) throws Failure {
        if (!jobs.cancel(job.jid())) {
            throw Failure.argument("jid", "no job " + LogText.name(job.jid()) + " waits or runs; see saltutil.running");
        }
        return "job " + job.jid() + " was told to end";
    }
}
