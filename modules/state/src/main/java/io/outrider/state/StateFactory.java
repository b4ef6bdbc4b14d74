package io.outrider.state;

import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;

/** Service provider of the module {@code state}. */
public final class StateFactory implements ModuleFactory {
    @Override
    public String name() {
        return "state";
    }

    @Override
    public Module open(ModuleContext context) {
        return new StateModule(context);
    }
}
