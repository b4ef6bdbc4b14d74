package io.outrider.state;

import io.outrider.api.Module;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Surroundings;

/** Finds the module on the class path. */
public final class StateFactory implements ModuleFactory {
    @Override
    public String name() {
        return "state";
    }

    @Override
    public Module open(Surroundings surroundings) {
        return new StateModule(surroundings);
    }
}
