package io.outrider.bench.measure;

import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.api.Ticker;
import io.outrider.bench.BenchAgent;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.VirtualBus;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measurement of the processor time of one {@code obd.query} with a formula on the virtual bus, which needs no kernel bus
 * and so no emulation; beside a bare request and answer on the same bus. The time of the ECU's thread is not counted, that
 * of all other threads is. The ECU polls: to wake a sleeping thread costs the sender 5 to 50 µs on a virtual machine, and a
 * vehicle's ECU is another computer.
 */
final class QueryCpuTime {
    private static final CanFrame REQUEST = CanFrame.of(CanId.base(0x7E0), (byte) 3, (byte) 0x22, (byte) 1, (byte) 5);
    private static final CanFrame ANSWER =
            CanFrame.of(CanId.base(0x7E8), (byte) 4, (byte) 0x62, (byte) 1, (byte) 5, (byte) 0x2A);
    private static final int QUERIES = 20_000;
    private static final int ROUNDS = 5;
    private static final double MOST_MICROS = 25;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private volatile boolean closed;

    Figure measure() throws Exception {
        try (VirtualBus bus = new VirtualBus("virtual", Ticker.system(), () -> 0);
                CanPort ecu = bus.open(List.of(CanFilter.exact(CanId.base(0x7E0))));
                ModuleRegistry agent = BenchAgent.on(
                        bus.node(), Settings.of(List.of("obd.share_ms=0")), Clock.systemUTC(), Ticker.system())) {
            Thread answers = new Thread(() -> answer(ecu), "measured-ecu");
            answers.start();
            try (CanBus tester = bus.node();
                    CanPort port = tester.open(List.of(CanFilter.exact(CanId.base(0x7E8))))) {
                Functions.Prepared query = QueryThroughput.query(agent);
                return figure(() -> micros(answers, () -> QueryThroughput.check(query.run())), () -> {
                    drain(port);
                    return micros(answers, () -> exchange(port));
                });
            } finally {
                closed = true;
                answers.join();
            }
        }
    }

    private static Figure figure(AlternatingRounds.Round queries, AlternatingRounds.Round bare) throws Exception {
        boolean settled = AlternatingRounds.settle(queries);
        bare.run();
        double[] medians = AlternatingRounds.medians(ROUNDS, queries, bare);
        return new Figure(
                "processor time of one obd.query with a formula, virtual bus" + AlternatingRounds.remark(settled),
                String.format("%.1f µs", medians[0]),
                String.format("bare request and answer %.1f µs", medians[1]),
                medians[0] / medians[1],
                "at most " + (int) MOST_MICROS + " µs",
                medians[0] <= MOST_MICROS);
    }

    /** One request that is answered. */
    private interface MeasuredExchange {
        void run() throws Exception;
    }

    /** Processor time per exchange of all threads but the ECU's. */
    private double micros(Thread ecu, MeasuredExchange exchange) throws Exception {
        long begun = cpuNanos(ecu);
        for (int i = 0; i < QUERIES; i++) {
            exchange.run();
        }
        return (cpuNanos(ecu) - begun) / 1e3 / QUERIES;
    }

    private long cpuNanos(Thread ecu) {
        long process = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
        return process - threads.getThreadCpuTime(ecu.getId());
    }

    private static void exchange(CanPort port) throws Exception {
        port.send(REQUEST);
        if (port.receive(TimeUnit.SECONDS.toNanos(30)) == null) {
            throw new IllegalStateException("no answer on the virtual bus");
        }
    }

    /** Takes the answers to the queries, which this port hears too. */
    private static void drain(CanPort port) throws Exception {
        CanFrame heard;
        do {
            heard = port.receive(TimeUnit.MILLISECONDS.toNanos(10));
        } while (heard != null);
    }

    private void answer(CanPort port) {
        try {
            while (!closed) {
                if (port.receive(0) != null) {
                    port.send(ANSWER);
                } else {
                    Thread.onSpinWait();
                }
            }
        } catch (BusException | InterruptedException e) {
            throw new IllegalStateException("the ECU of the measurement failed", e);
        }
    }
}
