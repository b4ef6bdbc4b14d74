package io.outrider.state;

import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;

/** Finds the module on the class path. */
public final class StateFactory implements ModuleFactory {
    @Override
    public String name() {
        return "state";
    }

    @Override
    public Module open(ModuleContext surroundings) {
        return new StateModule(surroundings);
    }
}
