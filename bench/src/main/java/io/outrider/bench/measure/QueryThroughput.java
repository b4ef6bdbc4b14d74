package io.outrider.bench.measure;

import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.api.Reading;
import io.outrider.api.Ticker;
import io.outrider.bench.BenchAgent;
import io.outrider.can.CanId;
import io.outrider.can.SocketCanBus;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measurement of {@code obd.query} with a formula, in queries per second, beside a bare loop on the kernel's ISO-TP socket.
 * Both query the same ECU, a kernel socket that answers at once.
 */
final class QueryThroughput {
    private static final CanId TESTER = CanId.base(0x7E0);
    private static final CanId ECU = CanId.base(0x7E8);
    private static final byte[] REQUEST = {0x22, 0x01, 0x05};
    private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final int ROUNDS = 5;

    private final String bus;

    QueryThroughput(String bus) {
        this.bus = bus;
    }

    Figure measure(String name, int answerLength, double target) throws Exception {
        byte[] answer = new byte[answerLength];
        answer[0] = 0x62;
        answer[1] = 0x01;
        answer[2] = 0x05;
        answer[3] = 0x2A;
        try (MeasuredEcu ecu = new MeasuredEcu(answer);
                ModuleRegistry agent = BenchAgent.on(
                        new SocketCanBus(bus, Ticker.system()),
                        Settings.of(List.of("obd.share_ms=0")),
                        Clock.systemUTC(),
                        Ticker.system())) {
            Functions.Prepared query = query(agent);
            boolean settled = AlternatingRounds.settle(() -> queriesPerSecond(query));
            bareLoop();
            double[] medians = AlternatingRounds.medians(ROUNDS, () -> queriesPerSecond(query), this::bareLoop);
            double ratio = medians[0] / medians[1];
            return new Figure(
                    name + AlternatingRounds.remark(settled),
                    String.format("%.0f/s", medians[0]),
                    String.format("bare kernel ISO-TP loop %.0f/s", medians[1]),
                    ratio,
                    "at least " + target + " of it",
                    ratio >= target);
        }
    }

    static Functions.Prepared query(ModuleRegistry agent) throws Exception {
        return agent.functions()
                .prepare(
                        "obd.query",
                        List.of("SOC"),
                        Map.of("header", "7E0", "mode", "22", "pid", "0105", "formula", "message.data[3]/2"));
    }

    private static double queriesPerSecond(Functions.Prepared query) throws Exception {
        long begun = System.nanoTime();
        long count = 0;
        while (System.nanoTime() - begun < ROUND_NANOS) {
            check(query.run());
            count++;
        }
        return count * 1e9 / (System.nanoTime() - begun);
    }

    static void check(Object answer) {
        if (!Double.valueOf(21.0).equals(((Reading) answer).value())) {
            throw new IllegalStateException("the answer was " + answer);
        }
    }

    private double bareLoop() throws IOException {
        try (KernelIsoTp tester = new KernelIsoTp(bus, ECU, TESTER)) {
            long begun = System.nanoTime();
            long count = 0;
            while (System.nanoTime() - begun < ROUND_NANOS) {
                tester.send(REQUEST);
                if (tester.receive() > 0) { // the ECU may be delayed on a shared processor
                    count++;
                }
            }
            return count * 1e9 / (System.nanoTime() - begun);
        }
    }

    /** ECU that answers every request with the same bytes, on a thread of its own. */
    private final class MeasuredEcu implements AutoCloseable {
        private final KernelIsoTp socket;
        private final Thread thread;
        private volatile boolean closed;

        private MeasuredEcu(byte[] answer) throws IOException {
            socket = new KernelIsoTp(bus, TESTER, ECU);
            thread = new Thread(() -> run(answer), "measured-ecu");
            thread.start();
        }

        private void run(byte[] answer) {
            try {
                while (!closed) {
                    if (socket.receive() > 0) {
                        socket.send(answer);
                    }
                }
            } catch (IOException e) {
                throw new IllegalStateException("the ECU of the measurement failed", e);
            }
        }

        @Override
        public void close() throws Exception {
            closed = true;
            thread.join();
            socket.close();
        }
    }
}
