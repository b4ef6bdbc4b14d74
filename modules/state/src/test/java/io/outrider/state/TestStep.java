package io.outrider.state;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Scripted step that records its calls. */
final class TestStep implements Step {
    /** Scripted action that may fail. */
    interface StepAction {
        void run(Call call) throws Failure, InterruptedException;
    }

    private final String id;
    private List<String> requires;
    private Map<String, Object> changes = Map.of("what", "new");
    private StepAction check = call -> {};
    private StepAction apply = call -> {};
    final List<String> events = new ArrayList<>();
    Timing timing; // null for that of the call

    TestStep(String id, String... requires) {
        this.id = id;
        this.requires = List.of(requires);
    }

    TestStep requiringNull() {
        requires = null;
        return this;
    }

    TestStep unchanged() {
        changes = Map.of();
        return this;
    }

    TestStep checking(StepAction action) {
        check = action;
        return this;
    }

    TestStep applying(StepAction action) {
        apply = action;
        return this;
    }

    @Override
    public String module() {
        return "toy";
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String name() {
        return id + "-name";
    }

    @Override
    public String function() {
        return "present";
    }

    @Override
    public List<String> requires() {
        return requires;
    }

    @Override
    public Timing timing() {
        return timing;
    }

    @Override
    public Report check() throws Failure, InterruptedException {
        events.add("check");
        check.run(null);
        return new Report(changes, changes.isEmpty() ? "is so" : "would change");
    }

    @Override
    public Report apply(Call call) throws Failure, InterruptedException {
        events.add("apply");
        apply.run(call);
        return new Report(Map.of("done", id), "changed");
    }
}
