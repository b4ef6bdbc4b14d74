package io.outrider.agent.operator.cli;

import io.outrider.agent.operator.cli.BitRateTrial.IpProgram;
import io.outrider.api.Failure;
import io.outrider.api.ShortProgram;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Listening of {@code outrider setup} on the CAN interfaces; it sends nothing.
 *
 * @param net folder of the network interfaces
 */
record SetupListening(Path net, BusRecorder recorder, IpProgram ip, Ticker ticker) {
    private static final int SECONDS = 2;

    /** Frames of an interface. */
    @FunctionalInterface
    interface BusRecorder {
        /**
         * @param config settings file; null for the default
         * @return lines of candump's log
         */
        List<String> hear(String bus, int seconds, Path config) throws Failure, InterruptedException;
    }

    static String runIp(List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(words);
        return ShortProgram.output(command);
    }

    List<HeardBus> listen(Path config) throws InterruptedException {
        List<HeardBus> heard = new ArrayList<>();
        for (CanInterface each : CanInterface.in(net)) {
            boolean isVirtual = isVirtual(each.name());
            heard.add(
                    each.isUp()
                            ? hear(each, isVirtual, config)
                            : new HeardBus(each.name(), false, isVirtual, 0, Map.of(), ""));
        }
        return heard;
    }

    /** False where {@code ip} does not tell. */
    private boolean isVirtual(String bus) throws InterruptedException {
        try {
            return BitRateTrial.isVirtual(ip.run(List.of("-details", "link", "show", "dev", bus)));
        } catch (IOException e) {
            return false;
        }
    }

    private HeardBus hear(CanInterface bus, boolean isVirtual, Path config) throws InterruptedException {
        long frames = bus.received();
        long began = ticker.nanos();
        Map<String, Double> ids = Map.of();
        String unheard = "";
        try {
            ids = HeardBus.ids(recorder.hear(bus.name(), SECONDS, config), SECONDS);
        } catch (Failure e) {
            unheard = e.getMessage().lines().findFirst().orElse("");
            ticker.sleep(TimeUnit.SECONDS.toNanos(SECONDS));
        }
        double seconds = Math.max(SECONDS, (ticker.nanos() - began) / 1e9);
        return new HeardBus(bus.name(), true, isVirtual, (bus.received() - frames) / seconds, ids, unheard);
    }

    /** The one with the most frames, else the first. */
    static String chosen(List<HeardBus> buses) {
        HeardBus chosen = buses.get(0);
        for (HeardBus each : buses) {
            chosen = each.frames() > chosen.frames() ? each : chosen;
        }
        return chosen.name();
    }

    /**
     * Interface on which bit rates are to be tried.
     *
     * @param name null for the only one
     */
    CanInterface named(String name) throws Failure {
        List<CanInterface> all = CanInterface.in(net);
        List<String> names = all.stream().map(CanInterface::name).toList();
        if (name == null && all.size() == 1) {
            return all.get(0);
        }
        return all.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> CommandOptions.bad(
                        names.isEmpty()
                                ? "setup: there is no CAN interface; connect the adapter or load its driver"
                                : "setup: --try-bitrates takes one of " + String.join(", ", names)));
    }
}
