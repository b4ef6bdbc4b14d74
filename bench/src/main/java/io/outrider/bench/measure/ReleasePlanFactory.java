package io.outrider.bench.measure;

import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import java.util.List;

/**
 * Factory of a module whose function plans as {@link ReleasePlanProgram} does, in the installed daemon: with its archive of
 * classes, and with what it has loaded and compiled by then.
 */
public final class ReleasePlanFactory implements ModuleFactory {
    static final String FUNCTION = "releaseplan.time";

    private static final Signature<NoArguments> TIME =
            new Signature<>(FUNCTION, "Nanoseconds of a plan, and the number of containers created", NoArguments.class);

    @Override
    public String name() {
        return "releaseplan";
    }

    @Override
    public List<Signature<?>> signatures() {
        return List.of(TIME);
    }

    @Override
    public Module open(ModuleContext context) {
        return () -> List.of(TIME.with(none -> ReleasePlanProgram.time()));
    }
}
