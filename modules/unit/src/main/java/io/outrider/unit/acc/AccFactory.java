package io.outrider.unit.acc;

import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.unit.Sysfs;
import java.util.List;

/** Service provider of the module {@code acc}. */
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
    public List<Signature<?>> signatures() {
        return AccModule.SIGNATURES;
    }

    @Override
    public Module open(ModuleContext context) throws Failure {
        return new AccModule(Sysfs.ofThisMachine(), context.settings(AccSettings.class), context.clock());
    }
}
