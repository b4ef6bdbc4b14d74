package io.outrider.agent.daemon;

import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;

/**
 * A module of the agent's own, opened like those of the class path.
 *
 * @param name the word before the dot of its functions, and its section
 */
record BuiltinModuleFactory(String name, Class<? extends Record> settings, Opener opener) implements ModuleFactory {
    /** How it is made. */
    @FunctionalInterface
    interface Opener {
        Module open(ModuleContext surroundings) throws Failure;
    }

    /** A module that has no settings. */
    static BuiltinModuleFactory of(String name, Opener opener) {
        return new BuiltinModuleFactory(name, NoSettings.class, opener);
    }

    @Override
    public Module open(ModuleContext surroundings) throws Failure {
        return opener.open(surroundings);
    }
}
