package io.outrider.agent.daemon;

import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import java.util.List;
import java.util.Map;

/** Factory of a builtin module, opened like those of the class path; the opener of a mere declaration fails. */
record BuiltinModule(
        String name, String section, Class<? extends Record> settings, List<Signature<?>> signatures, Opener opener)
        implements ModuleFactory {
    @FunctionalInterface
    interface Opener {
        Module open(ModuleContext context) throws Failure;
    }

    BuiltinModule(String name, List<Signature<?>> signatures) {
        this(name, NoSettings.class, signatures);
    }

    BuiltinModule(String name, Class<? extends Record> settings, List<Signature<?>> signatures) {
        this(name, name, settings, signatures);
    }

    BuiltinModule(String name, String section, Class<? extends Record> settings, List<Signature<?>> signatures) {
        this(name, section, settings, signatures, context -> {
            throw new IllegalStateException("module " + name + " is only declared");
        });
    }

    BuiltinModule opened(Opener by) {
        return new BuiltinModule(name, section, settings, signatures, by);
    }

    @Override
    public Map<String, Class<? extends Record>> sections() {
        return Map.of(section, settings);
    }

    @Override
    public Module open(ModuleContext context) throws Failure {
        return opener.open(context);
    }
}
