package io.outrider.state;

import io.outrider.api.ErrorCode;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import java.util.List;

/** Service provider of the module {@code state}. */
public final class StateFactory implements ModuleFactory {
    @Override
    public String name() {
        return "state";
    }

    @Override
    public List<Signature<?>> signatures() {
        return StateModule.SIGNATURES;
    }

    @Override
    public List<ErrorCode> errors() {
        return StateErrors.ALL;
    }

    @Override
    public Module open(ModuleContext context) {
        return new StateModule(context);
    }
}
