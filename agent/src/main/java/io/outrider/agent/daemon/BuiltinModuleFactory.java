package io.outrider.agent.daemon;

import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;

/**
 * Factory of a builtin module, which is opened like those of the class path.
 *
 * @param name prefix of its functions before the dot, and its settings section
 */
record BuiltinModuleFactory(String name, Class<? extends Record> settings, Opener opener) implements ModuleFactory {
    @FunctionalInterface
    interface Opener {
        Module open(ModuleContext context) throws Failure;
    }

    /** A module without settings. */
    static BuiltinModuleFactory of(String name, Opener opener) {
        return new BuiltinModuleFactory(name, NoSettings.class, opener);
    }

    @Override
    public Module open(ModuleContext context) throws Failure {
        return opener.open(context);
    }
}
