package io.outrider.bench.car;

import io.outrider.api.Ticker;
import io.outrider.bench.car.drive.VehicleMotion;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.NetworkInterfaces;
import io.outrider.can.SocketCanBus;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Program {@code bench/car}: the simulated vehicle, until SIGINT or SIGTERM. */
public final class CarMain {
    static final int OK = 0;
    static final int NO_BUS = 1;
    static final int USAGE_ERROR = 2;

    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PrintStream out;
    private final PrintStream err;
    private final Ticker ticker;

    CarMain(PrintStream out, PrintStream err, Ticker ticker) {
        this.out = out;
        this.err = err;
        this.ticker = ticker;
    }

    public static void main(String[] args) {
        Thread driver = Thread.currentThread();
        Thread stop = new Thread(() -> stop(driver), "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        int code = new CarMain(System.out, System.err, Ticker.system()).run(args);
        if (!driver.isInterrupted()) {
            Runtime.getRuntime().removeShutdownHook(stop);
            System.exit(code);
        }
    }

    /** Waits until the car has left the bus, as the JVM ends when this shutdown hook returns. */
    private static void stop(Thread driver) {
        driver.interrupt();
        try {
            driver.join(TimeUnit.SECONDS.toMillis(3));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Drives until the thread is interrupted, and keeps the interrupt flag; returns the exit code. */
    int run(String... args) {
        CarArguments arguments;
        try {
            arguments = CarArguments.parse(args);
        } catch (IllegalArgumentException e) {
            err.println("car: " + e.getMessage());
            return USAGE_ERROR;
        }
        if (arguments.help()) {
            out.print(CarArguments.USAGE);
            return OK;
        }
        List<String> present = NetworkInterfaces.can();
        if (!present.contains(arguments.can())) {
            err.println("car: there is no CAN interface '" + arguments.can() + "'; "
                    + (present.isEmpty()
                            ? "this machine has none: ip link add dev vcan0 type vcan && ip link set vcan0 up"
                            : "there are: " + String.join(", ", present)));
            return NO_BUS;
        }
        try (CanBus bus = new SocketCanBus(arguments.can(), ticker)) {
            return drive(bus, arguments);
        }
    }

    int drive(CanBus bus, CarArguments arguments) {
        VehicleMotion drive =
                VehicleMotion.standard(arguments.seed()).from(arguments.from()).faster(arguments.speed());
        try (SimulatedCar car = new SimulatedCar(bus, drive, ticker, arguments.settings())) {
            car.faults().set(arguments.faults());
            while (true) {
                if (!arguments.quiet()) {
                    out.println(car.state() + "  " + car.answered() + " answered"
                            + (car.unsent() == 0 ? "" : ", " + car.unsent() + " frames not sent"));
                }
                ticker.sleep(LINE_NANOS);
            }
        } catch (BusException e) {
            err.println("car: " + e.getMessage());
            return NO_BUS;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OK;
        }
    }
}
