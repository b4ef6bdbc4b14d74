package io.outrider.obd;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.can.NetworkInterfaces;
import io.outrider.can.SocketCanBus;
import io.outrider.obd.errors.BusErrors;
import io.outrider.obd.errors.ObdErrors;
import java.util.List;
import java.util.stream.Stream;

/** Service provider of the module {@code obd} on a SocketCAN interface. */
public final class ObdFactory implements ModuleFactory {
    @Override
    public String name() {
        return "obd";
    }

    @Override
    public Class<? extends Record> settings() {
        return ObdSettings.class;
    }

    @Override
    public List<Signature<?>> signatures() {
        return ObdModule.SIGNATURES;
    }

    @Override
    public List<ErrorCode> errors() {
        return Stream.of(ObdErrors.ALL, BusErrors.ALL).flatMap(List::stream).toList();
    }

    @Override
    public Module open(ModuleContext context) throws Failure {
        ObdSettings settings = context.settings(ObdSettings.class);
        String name = settings.can() != null
                ? settings.can()
                : NetworkInterfaces.can().stream().findFirst().orElse("can0");
        return new ObdModule(new SocketCanBus(name, context.ticker()), settings, context);
    }
}
