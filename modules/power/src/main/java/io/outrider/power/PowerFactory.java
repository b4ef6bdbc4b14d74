package io.outrider.power;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import java.util.List;

/** Service provider of the module {@code power}. */
public final class PowerFactory implements ModuleFactory {
    @Override
    public String name() {
        return "power";
    }

    @Override
    public Class<? extends Record> settings() {
        return PowerSettings.class;
    }

    @Override
    public List<Signature<?>> signatures() {
        return PowerModule.SIGNATURES;
    }

    @Override
    public List<ErrorCode> errors() {
        return PowerErrors.ALL;
    }

    @Override
    public Module open(ModuleContext context) throws Failure {
        return new PowerModule(context, context.settings(PowerSettings.class), Ticker.system());
    }
}
