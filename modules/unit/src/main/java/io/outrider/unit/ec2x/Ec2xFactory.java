package io.outrider.unit.ec2x;

import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.unit.Sysfs;
import java.util.List;

/** Service provider of the module {@code ec2x}. */
public final class Ec2xFactory implements ModuleFactory {
    @Override
    public String name() {
        return "ec2x";
    }

    @Override
    public Class<? extends Record> settings() {
        return Ec2xSettings.class;
    }

    @Override
    public List<Signature<?>> signatures() {
        return Ec2xModule.SIGNATURES;
    }

    @Override
    public Module open(ModuleContext context) throws Failure {
        return new Ec2xModule(Sysfs.ofThisMachine(), context.settings(Ec2xSettings.class), context.clock());
    }
}
