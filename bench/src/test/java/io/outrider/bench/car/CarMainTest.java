package io.outrider.bench.car;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import io.outrider.bench.car.fault.FaultOrder;
import io.outrider.can.CanBus;
import io.outrider.can.VirtualBus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CarMainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CarMain main = main(Ticker.system());

    private CarMain main(Ticker ticker) {
        return new CarMain(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                ticker);
    }

    @Test
    void missingInterfaceIsReportedWithAdvice() {
        assertThat(main.run("--can", "nocan7")).isEqualTo(CarMain.NO_BUS);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("car: there is no CAN interface 'nocan7'; ")
                .hasLineCount(1);
    }

    @Test
    void helpFitsOnePage() {
        assertThat(main.run("--help")).isEqualTo(CarMain.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("--fault").hasLineCount(12);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "--can", "--can vcan0 --speed 0", "--can vcan0 --speed fast", "--can vcan0 --speed NaN",
                "--can vcan0 --from -1", "--can vcan0 --fault slow", "--can vcan0 --vin ABC", "vcan0", "--verbose"
            })
    void invalidArgumentsAreReportedInOneLine(String line) {
        assertThat(main.run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(CarMain.USAGE_ERROR);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("car: ").hasLineCount(1);
    }

    @Test
    void argumentsConfigureTheCar() {
        CarArguments arguments = CarArguments.parse(
                "--can",
                "vcan0",
                "--speed",
                "10",
                "--from",
                "45",
                "--seed",
                "3",
                "--fault",
                "late=5,ecu=7E8",
                "--fault",
                "lost=1",
                "--broadcast",
                "--vin",
                "11111111111111111",
                "--quiet");
        assertThat(arguments.can()).isEqualTo("vcan0");
        assertThat(arguments.speed()).isEqualTo(10);
        assertThat(arguments.from()).isEqualTo(45);
        assertThat(arguments.seed()).isEqualTo(3);
        assertThat(arguments.faults()).containsExactly(FaultOrder.parse("late=5,ecu=7E8"), FaultOrder.parse("lost=1"));
        assertThat(arguments.settings()).isEqualTo(new CarSettings("11111111111111111", true));
        assertThat(arguments.quiet()).isTrue();
        assertThatThrownBy(() -> CarArguments.parse("--fast")).hasMessage("'--fast' is not known; see --help");
    }

    /** Interrupts the thread after the third line, like a signal. */
    @Test
    void carPrintsALinePerSecondUntilInterrupted() {
        AtomicInteger lines = new AtomicInteger();
        Thread driver = Thread.currentThread();
        Ticker ticker = new Ticker() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                if (Thread.currentThread() != driver) {
                    Ticker.system().sleep(nanos);
                } else if (lines.incrementAndGet() == 3) {
                    throw new InterruptedException();
                }
            }
        };
        try (CanBus bus = new VirtualBus("vcan9", ticker, () -> 0)) {
            CarArguments arguments = CarArguments.parse("--can", "vcan9", "--from", "300");
            assertThat(main(ticker).drive(bus, arguments)).isEqualTo(CarMain.OK);
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .hasLineCount(3)
                .startsWith("TOWN ")
                .contains(" km/h ")
                .contains("  0 answered");
    }

    @Test
    void closedBusIsReported() {
        CanBus bus = new VirtualBus("vcan9", Ticker.system(), () -> 0);
        bus.close();
        assertThat(main.drive(bus, CarArguments.parse("--can", "vcan9"))).isEqualTo(CarMain.NO_BUS);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("car: vcan9 was closed\n");
    }
}
