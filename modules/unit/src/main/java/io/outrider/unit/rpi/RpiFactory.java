package io.outrider.unit.rpi;

import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.unit.Sysfs;
import java.util.List;

/** Service provider of the module {@code rpi}. */
public final class RpiFactory implements ModuleFactory {
    @Override
    public String name() {
        return "rpi";
    }

    @Override
    public List<Signature<?>> signatures() {
        return RpiModule.SIGNATURES;
    }

    @Override
    public Module open(ModuleContext context) {
        return new RpiModule(Sysfs.ofThisMachine());
    }
}
