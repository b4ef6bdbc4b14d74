package io.outrider.testkit;

import io.outrider.api.ErrorCode;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import java.util.List;

/**
 * Factory of {@link ToyModule}. Not registered with the service loader, so that only tests that ask for it get the
 * module: by this class, or by a service file beside the jar.
 */
public final class ToyFactory implements ModuleFactory {
    @Override
    public String name() {
        return "toy";
    }

    @Override
    public List<Signature<?>> signatures() {
        return ToyModule.SIGNATURES;
    }

    @Override
    public List<ErrorCode> errors() {
        return List.of(ToyErrors.TOY_BROKEN);
    }

    @Override
    public Module open(ModuleContext context) {
        return new ToyModule(context.ticker());
    }
}
