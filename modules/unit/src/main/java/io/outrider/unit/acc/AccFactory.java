package io.outrider.unit.acc;

import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.unit.Sysfs;

/** Finds the module on the class path. */
public final class AccFactory implements ModuleFactory {
    @Override
    public String name() {
        return "acc";
    }

    @Override
    public Class<? extends Record> settings() {
        return AccSettings.class;
    }

    @Override
    public Module open(ModuleContext surroundings) throws Failure {
        return new AccModule(Sysfs.ofThisMachine(), surroundings.settings(AccSettings.class), surroundings.clock());
    }
}
