package io.outrider.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.NoArguments;
import io.outrider.api.Outcome;
import io.outrider.api.State;
import io.outrider.api.Step;
import io.outrider.testkit.ManualTicker;
import io.outrider.testkit.TestContext;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** State module in a test context: states given by the test, manual clock. */
final class StateUnit {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678901Z");

    private final ManualTicker ticker = new ManualTicker();
    private final TestContext context =
            new TestContext().withClock(Clock.fixed(NOW, ZoneOffset.UTC)).withTicker(ticker);
    private final StateModule module = (StateModule) new StateFactory().open(context);
    final List<String> progress = java.util.Collections.synchronizedList(new ArrayList<>());

    StateUnit with(String name, Step... steps) {
        return with(name, () -> List.of(steps));
    }

    StateUnit with(String name, State.Plan plan) {
        context.withState(new State(name, "", plan));
        return this;
    }

    void pass(long more) {
        ticker.advance(more);
    }

    Call call(String jid) {
        return new Call() {
            @Override
            public String jid() {
                return jid;
            }

            @Override
            public void progress(long done, long total, String unit, String what) {
                progress.add(done + "/" + total + " " + unit + " " + what);
            }
        };
    }

    Object run(String jid, boolean test, String... mods) throws Failure, InterruptedException {
        return run("state.sls", new StateModule.SlsArguments(List.of(mods), test), call(jid));
    }

    Object sls(String... mods) throws Failure, InterruptedException {
        return run("20260102030405678901", false, mods);
    }

    /** Value as JSON, of an {@link Outcome} or plain. */
    static JsonNode json(Object returned) {
        return new ObjectMapper().valueToTree(returned instanceof Outcome outcome ? outcome.value() : returned);
    }

    static int retcode(Object returned) {
        return returned instanceof Outcome outcome ? outcome.retcode() : 0;
    }

    @SuppressWarnings("unchecked")
    <A extends Record> Object run(String name, A arguments, Call call) throws Failure, InterruptedException {
        for (Function<?> function : module.functions()) {
            if (function.name().equals(name)) {
                return ((Function<A>) function).body().run(arguments, call);
            }
        }
        throw new AssertionError("no function " + name);
    }

    List<?> running() throws Failure, InterruptedException {
        return (List<?>) run("state.running", new NoArguments(), Call.detached());
    }
}
