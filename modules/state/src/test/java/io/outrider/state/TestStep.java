package io.outrider.state;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A step whose look and act are what the test says, and which counts both. */
final class TestStep implements Step {
    /** Something that may go wrong. */
    interface Deed {
        void run(Call call) throws Failure, InterruptedException;
    }

    private final String id;
    private List<String> requires;
    private Map<String, Object> changes = Map.of("what", "new");
    private Deed look = call -> {};
    private Deed act = call -> {};
    final List<String> events = new ArrayList<>();

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

    TestStep looks(Deed deed) {
        look = deed;
        return this;
    }

    TestStep acts(Deed deed) {
        act = deed;
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
    public Report look() throws Failure, InterruptedException {
        events.add("look");
        look.run(null);
        return new Report(changes, changes.isEmpty() ? "is so" : "would change");
    }

    @Override
    public Report act(Call call) throws Failure, InterruptedException {
        events.add("act");
        act.run(call);
        return new Report(Map.of("done", id), "changed");
    }
}
