package io.outrider.obd;

import io.outrider.api.Check;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.can.BusErrors;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.NetworkInterfaces;
import io.outrider.can.SocketCanBus;
import io.outrider.obd.errors.ObdErrors;
import java.util.List;
import java.util.stream.Stream;

/** Factory of the module {@code obd}, on a CAN interface of the kernel or any other bus. */
public class ObdFactory implements ModuleFactory {
    /** Opener of the bus, which the module closes. */
    @FunctionalInterface
    public interface BusOpener {
        CanBus open(ObdSettings settings, ModuleContext context) throws BusException;
    }

    private final BusOpener opener;

    /** On the interface that the settings name, or the first one of the kernel. */
    public ObdFactory() {
        this((settings, context) -> new SocketCanBus(
                settings.can() != null
                        ? settings.can()
                        : NetworkInterfaces.can().stream().findFirst().orElse("can0"),
                context.ticker()));
    }

    public ObdFactory(BusOpener opener) {
        this.opener = opener;
    }

    @Override
    public final String name() {
        return "obd";
    }

    @Override
    public final Class<? extends Record> settings() {
        return ObdSettings.class;
    }

    @Override
    public final List<Signature<?>> signatures() {
        return ObdModule.SIGNATURES;
    }

    @Override
    public final List<ErrorCode> errors() {
        return Stream.of(ObdErrors.ALL, BusErrors.ALL).flatMap(List::stream).toList();
    }

    @Override
    public final List<Check> standaloneChecks() {
        return List.of(InterfaceCheck.ofAll());
    }

    @Override
    public final Module open(ModuleContext context) throws Failure {
        ObdSettings settings = context.settings(ObdSettings.class);
        try {
            return new ObdModule(opener.open(settings, context), settings, context);
        } catch (BusException e) {
            throw new Failure(e.code(), e.getMessage());
        }
    }
}
