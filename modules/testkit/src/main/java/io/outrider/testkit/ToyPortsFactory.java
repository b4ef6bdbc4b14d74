package io.outrider.testkit;

import io.outrider.api.ErrorCode;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import java.util.List;

/** Factory of {@link ToyPortsModule}. Not registered with the service loader. */
public final class ToyPortsFactory implements ModuleFactory {
    /** Settings of the module; a change opens it again. */
    public record Wired(Integer version) {}

    @Override
    public String name() {
        return "wired";
    }

    @Override
    public Class<? extends Record> settings() {
        return Wired.class;
    }

    @Override
    public List<Signature<?>> signatures() {
        return ToyPortsModule.SIGNATURES;
    }

    @Override
    public List<ErrorCode> errors() {
        return List.of(ToyErrors.BAD_WIRED);
    }

    @Override
    public Module open(ModuleContext context) {
        return new ToyPortsModule(context);
    }
}
