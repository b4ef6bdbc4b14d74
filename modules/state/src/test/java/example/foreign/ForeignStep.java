package example.foreign;

import io.outrider.api.Call;
import io.outrider.api.State;
import io.outrider.api.Step;
import java.util.List;

/** Step of a module of another author, with a fault in its check. */
public final class ForeignStep implements Step {
    /** Plan with this step only. */
    public static State.Plan plan() {
        return () -> List.of(new ForeignStep());
    }

    /** Plan of a jar without what it needs. */
    public static State.Plan planWithFault() {
        return () -> {
            throw new NoClassDefFoundError("example/Missing");
        };
    }

    @Override
    public String module() {
        return "subsystem";
    }

    @Override
    public String id() {
        return "one";
    }

    @Override
    public String name() {
        return "one";
    }

    @Override
    public String function() {
        return "present";
    }

    @Override
    public Report check() {
        throw new IllegalStateException("as planned by the test");
    }

    @Override
    public Report apply(Call call) {
        throw new AssertionError("has not been checked");
    }
}
