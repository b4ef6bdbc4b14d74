package io.outrider.testkit;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.State;
import io.outrider.api.Step;
import io.outrider.api.Ticker;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * States of the toy module that succeed, fail, are pending or last a minute. {@code toy.good} never has changes; the
 * others have while armed, as {@code toy.failing} and {@code toy.pending} are at the start.
 */
final class ToyStates {
    private static final Set<String> NAMES = Set.of("failing", "pending", "lasting");

    private final Ticker ticker;
    private final Set<String> armed = ConcurrentHashMap.newKeySet();

    ToyStates(Ticker ticker) {
        this.ticker = ticker;
        armed.addAll(Set.of("failing", "pending"));
    }

    Object arm(String state, boolean on) throws Failure {
        if (!NAMES.contains(state)) {
            throw Failure.argument("state", "takes one of failing, lasting, pending");
        }
        return on ? armed.add(state) : armed.remove(state);
    }

    List<State> all() {
        return List.of(
                new State("toy.good", "All is well", () -> List.of(step("stands", "good", List.of(), call -> {}))),
                new State(
                        "toy.failing",
                        "The second of four steps fails",
                        () -> List.of(
                                step("first", "failing", List.of(), call -> {}),
                                step("broken", "failing", List.of("first"), call -> {
                                    throw new Failure(ToyErrors.TOY_BROKEN, "the toy is broken: glue it");
                                }),
                                step("after", "failing", List.of("broken"), call -> {}),
                                step("beside", "failing", List.of(), call -> {}))),
                new State(
                        "toy.pending",
                        "Has something to do once",
                        () -> List.of(step("once", "pending", List.of(), call -> armed.remove("pending")))),
                new State(
                        "toy.lasting",
                        "Lasts a minute when armed",
                        () -> List.of(step("lasts", "lasting", List.of(), this::last))));
    }

    private void last(Call call) throws InterruptedException {
        for (int i = 0; i < 600; i++) {
            call.progress(i, 600, "ticks", "lasting");
            ticker.sleep(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private Step step(String id, String state, List<String> requires, Act act) {
        return new ToyStep(
                "toy-" + id, requires.stream().map(each -> "toy-" + each).toList(), act, () -> armed.contains(state));
    }

    private interface Act {
        void run(Call call) throws Failure, InterruptedException;
    }

    private interface Todo {
        boolean is();
    }

    private record ToyStep(String id, List<String> requires, Act does, Todo todo) implements Step {
        @Override
        public String module() {
            return "toy";
        }

        @Override
        public String name() {
            return id;
        }

        @Override
        public String function() {
            return "done";
        }

        @Override
        public Report check() {
            return todo.is()
                    ? new Report(Map.of(id, "would be done"), id + " has to be done")
                    : Report.unchanged(id + " is done already");
        }

        @Override
        public Report apply(Call call) throws Failure, InterruptedException {
            does.run(call);
            return new Report(Map.of(id, "done"), id + " is done");
        }
    }
}
