package io.outrider.unit.gnss;

import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;

/** Finds the module on the class path. */
public final class GnssFactory implements ModuleFactory {
    @Override
    public String name() {
        return "gnss";
    }

    @Override
    public Class<? extends Record> settings() {
        return GnssSettings.class;
    }

    @Override
    public Module open(ModuleContext surroundings) throws Failure {
        return new GnssModule(surroundings.settings(GnssSettings.class), surroundings.ticker(), surroundings.clock());
    }
}
