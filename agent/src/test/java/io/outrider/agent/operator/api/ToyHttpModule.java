package io.outrider.agent.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Outcome;
import io.outrider.api.Reading;
import io.outrider.api.Signature;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** Toy functions for calls over HTTP, some of which block. */
public final class ToyHttpModule implements Module {
    public static final Instant NOW = Instant.parse("2023-08-28T12:22:31.253543Z");

    /** Arguments of {@code toy.say}. */
    record HttpSay(@JsonProperty(required = true) String text, Integer times, boolean loud) {}

    /** Arguments of {@code toy.fail}. */
    record HttpFail(@JsonProperty(required = true) Failure.Actor actor) {}

    /** Arguments of {@code sys.doc}. */
    record Documented(@JsonProperty(required = true) String name) {}

    /** No arguments. */
    /** One permit for each started call of {@code toy.wait}. */
    public final Semaphore begun = new Semaphore(0);

    /** One permit for each cancelled call of {@code toy.wait}. */
    public final Semaphore cancelled = new Semaphore(0);

    /** Ends all calls of {@code toy.wait}. */
    public final CountDownLatch go = new CountDownLatch(1);

    @Override
    public List<Function<?>> functions() {
        return List.of(
                new Signature<>("toy.say", "Says something", HttpSay.class)
                        .with(say -> new Reading("said", say, null, NOW)),
                new Signature<>("sys.doc", "Documents toy.say", Documented.class)
                        .with(asked -> asked.name().equals("toy.say") ? Map.of("toy.say", "Says something") : Map.of()),
                new Signature<>("toy.rpm", "Tells a speed", NoArguments.class)
                        .with(none -> new Reading("rpm", 100 / 3.0, "u", NOW)),
                new Signature<>("toy.partly", "Fails in part", NoArguments.class).with(none -> new Outcome("half", 2)),
                new Signature<>("toy.long", "Returns much", NoArguments.class).with(none -> "x".repeat(4 << 20)),
                new Signature<>("toy.fail", "Fails", HttpFail.class).with(fail -> {
                    throw new Failure(fail.actor(), LocalApiErrors.FAILED, "it failed on purpose");
                }),
                new Signature<>("toy.wait", "Waits until it may go on", NoArguments.class).with(this::await));
    }

    private Object await(NoArguments none, Call call) throws InterruptedException {
        call.progress(1, 3, "steps", "waiting");
        begun.release();
        try {
            go.await();
            return "went on";
        } catch (InterruptedException e) {
            cancelled.release();
            throw e;
        }
    }

    @Override
    public void close() {}
}
