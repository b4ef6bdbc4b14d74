package io.outrider.bench.measure;

import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ModuleJar;
import java.io.IOException;
import java.time.Clock;
import java.util.List;

/** Modules of simulated hardware for the installed program, which replace its own of the same names. */
final class DriveHardware {
    private static final List<Class<?>> CLASSES = List.of(DriveHardware.class, SimulatedHardware.class);

    private DriveHardware() {}

    static void install(Installation program) throws IOException {
        for (Class<? extends SimulatedFactory> each :
                List.of(Gnss.class, Accelerometer.class, Thermometer.class, Modem.class)) {
            ModuleJar.write(program.module(each.getSimpleName()), each, CLASSES);
        }
    }

    /** Factory of one of the modules, at 10 to 50 km/h. */
    abstract static class SimulatedFactory implements ModuleFactory {
        private final ModuleFactory module;

        SimulatedFactory(int index) {
            long begun = System.nanoTime();
            module = new SimulatedHardware(
                            () -> 30 + 20 * Math.sin((System.nanoTime() - begun) / 1e10), Clock.systemUTC()::instant)
                    .modules()
                    .get(index);
        }

        @Override
        public String name() {
            return module.name();
        }

        @Override
        public List<Signature<?>> signatures() {
            return module.signatures();
        }

        @Override
        public Module open(ModuleContext context) throws Failure {
            return module.open(context);
        }
    }

    public static final class Gnss extends SimulatedFactory {
        public Gnss() {
            super(0);
        }
    }

    public static final class Accelerometer extends SimulatedFactory {
        public Accelerometer() {
            super(1);
        }
    }

    public static final class Thermometer extends SimulatedFactory {
        public Thermometer() {
            super(2);
        }
    }

    public static final class Modem extends SimulatedFactory {
        public Modem() {
            super(3);
        }
    }
}
