package io.outrider.testkit;

import io.outrider.api.Module;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Surroundings;

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
    public Module open(Surroundings surroundings) {
        return new ToyModule(surroundings.ticker());
    }
}
