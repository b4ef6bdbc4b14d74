package io.outrider.unit.gnss;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import java.util.List;

/** Service provider of the module {@code gnss}. */
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
    public List<Signature<?>> signatures() {
        return GnssModule.SIGNATURES;
    }

    @Override
    public List<ErrorCode> errors() {
        return GnssErrors.ALL;
    }

    @Override
    public Module open(ModuleContext context) throws Failure {
        return new GnssModule(context.settings(GnssSettings.class), context.ticker(), context.clock());
    }
}
