package io.outrider.testkit;

import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;

/**
 * Makes a {@link ToyModule}. It is not registered with the service loader, or every test that reads the class path would
 * have toys: whoever wants them names this factory, or puts a file that does beside the jar.
 */
public final class ToyFactory implements ModuleFactory {
    @Override
    public String name() {
        return "toy";
    }

    @Override
    public Module open(ModuleContext surroundings) {
        return new ToyModule(surroundings.ticker());
    }
}
