package io.outrider.agent.operator.cli;

import io.outrider.agent.operator.cli.BitRateTrial.TriedRate;
import io.outrider.api.Failure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Command {@code outrider setup --try-bitrates}: finds the bit rate of a bus, and says how to set it. */
record BitRateCommand(Invocation invocation, SetupListening listening) {
    static final String OPTION = "--try-bitrates";

    /** @param words behind the option: an interface, or none where there is only one */
    void run(List<String> words) throws Failure, InterruptedException {
        if (words.size() > 1) {
            throw CommandOptions.bad("setup: " + OPTION + " takes one interface and nothing else");
        }
        CanInterface bus = listening.named(words.isEmpty() ? null : words.get(0));
        BitRateTrial trial = new BitRateTrial(bus, listening.ip(), listening.ticker());
        say("Tries 125, 250, 500 and 1000 kbit/s on " + bus.name() + ", " + BitRateTrial.SECONDS
                + " s each, and only listens. Nothing is sent: at a wrong bit rate any other than a listening controller"
                + " destroys the frames of the vehicle. Until it ends, outrider hears and asks nothing; then "
                + bus.name()
                + (trial.bitRateBefore() > 0
                        ? " is set as it was."
                        : ", which has no bit rate, stays listen-only: can@" + bus.name() + " ends that."));
        invocation.terminal().ending().accept(() -> restore(trial));
        List<TriedRate> tried = trial.run();
        tried.forEach(each -> say(each.line()));
        Optional<TriedRate> found = BitRateTrial.fitting(tried);
        say(found.map(each -> advice(bus.name(), each.bitRate(), trial.bitRateBefore()))
                .orElse(nothing(bus.name(), tried)));
        if (invocation.json()) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("can", bus.name());
            result.put("bit_rate", found.map(TriedRate::bitRate).orElse(null));
            result.put("bit_rate_set", trial.bitRateBefore());
            result.put("tried", tried);
            invocation.printer().print(result);
        }
    }

    private void restore(BitRateTrial trial) {
        try {
            trial.restore();
        } catch (Failure e) {
            invocation.warn(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String advice(String bus, int rate, int before) {
        String found = "The bus runs at " + rate / 1000 + " kbit/s";
        if (rate == before) {
            return found + ", as " + bus + " does.";
        }
        String folder = "/etc/systemd/system/can@" + bus + ".service.d";
        return found + "; " + bus + " has " + (before == 0 ? "none" : before / 1000 + " kbit/s") + ". As root:\n"
                + "  mkdir -p " + folder + "\n"
                + "  printf '[Service]\\nEnvironment=BITRATE=" + rate + "\\n' > " + folder + "/bitrate.conf\n"
                + "  systemctl daemon-reload; systemctl enable can@" + bus + "; systemctl restart can@" + bus;
    }

    private static String nothing(String bus, List<TriedRate> tried) {
        if (tried.stream().allMatch(each -> each.frames() == 0 && each.errors() == 0)) {
            return "Nothing was heard at any: the ignition may be off, or " + bus + " is not connected to the bus.";
        }
        if (tried.stream().anyMatch(TriedRate::fits)) {
            return "More than one may be it, as none leads clearly: try again with the ignition on.";
        }
        return tried.stream().allMatch(each -> each.errors() == 0)
                ? "Fewer than " + BitRateTrial.LEAST_FRAMES
                        + " frames were heard at any: try again with the ignition on."
                : "None fits: the bus may have another bit rate, or its wires are crossed or not terminated.";
    }

    private void say(String text) {
        if (!invocation.json()) {
            invocation.out().println(text);
            invocation.out().flush();
        }
    }
}
