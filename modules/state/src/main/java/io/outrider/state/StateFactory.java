package io.outrider.state;

import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Surroundings;
import java.util.List;

/** Finds the module on the class path. */
public final class StateFactory implements ModuleFactory {
    @Override
    public String name() {
        return "state";
    }

    @Override
    public Module open(Surroundings surroundings) {
        return new Module() {
            @Override
            public List<Function<?>> functions() {
                return List.of();
            }

            @Override
            public void close() {}
        };
    }
}
