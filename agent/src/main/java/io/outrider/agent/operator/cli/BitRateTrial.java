package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Trial of the usual bit rates on a CAN interface, listen-only: the controller sends nothing, no acknowledgement and no error frame.
 * Without that, a wrong bit rate destroys the frames of all others.
 */
final class BitRateTrial {
    static final List<Integer> RATES = List.of(125_000, 250_000, 500_000, 1_000_000);
    static final int SECONDS = 2; // for each

    /** Noise of a connector may cost a frame now and then; a wrong bit rate costs all. */
    private static final int LEAST_FRAMES_PER_ERROR = 10;

    private static final Pattern FLAGS = Pattern.compile("<([A-Z0-9_,-]*)> mtu");
    private static final Pattern CONTROLLER = Pattern.compile("\\bcan (?:<([^>]*)> )?state ");
    private static final Pattern BIT_RATE = Pattern.compile("(?<![a-z])bitrate (\\d{1,9})");
    private static final Pattern SAMPLE_POINT = Pattern.compile("(?<![a-z])sample[-_]point (0\\.\\d*[1-9]\\d*)");

    /** Program {@code ip} of iproute2, for the rights of this process. */
    @FunctionalInterface
    interface IpProgram {
        String run(List<String> words) throws IOException, InterruptedException;
    }

    /** @param errors of the controller, each a frame that it could not read */
    record TriedRate(
            @JsonProperty int bitRate,
            @JsonProperty long frames,
            @JsonProperty long errors) {
        boolean fits() {
            return frames > 0 && frames >= LEAST_FRAMES_PER_ERROR * errors;
        }

        String line() {
            return bitRate / 1000 + " kbit/s: " + frames + (frames == 1 ? " frame, " : " frames, ") + errors
                    + (errors == 1 ? " error" : " errors");
        }
    }

    /** @param bitRate 0 if none is set */
    private record InterfaceState(boolean up, boolean listenOnly, int bitRate, String samplePoint) {}

    private final CanInterface bus;
    private final IpProgram ip;
    private final Ticker ticker;
    private final InterfaceState before;
    private boolean changed; // guarded by this, as is over
    private boolean over;

    /** @throws Failure if it has no bit rate */
    BitRateTrial(CanInterface bus, IpProgram ip, Ticker ticker) throws Failure, InterruptedException {
        this.bus = bus;
        this.ip = ip;
        this.ticker = ticker;
        before = state();
    }

    private InterfaceState state() throws Failure, InterruptedException {
        String text;
        try {
            text = ip.run(List.of("-details", "link", "show", "dev", bus.name()));
        } catch (IOException e) {
            throw failure(bus.name() + " cannot be looked at: " + IoReason.of(e), e);
        }
        Matcher controller = CONTROLLER.matcher(text);
        if (!controller.find()) {
            throw failure(bus.name() + " has no bit rate: it is a virtual bus, which hears everything", null);
        }
        List<String> modes = words(controller.group(1));
        String rate = first(BIT_RATE, text);
        return new InterfaceState(
                words(first(FLAGS, text)).contains("UP"),
                modes.contains("LISTEN-ONLY"),
                rate.isEmpty() ? 0 : Integer.parseInt(rate),
                first(SAMPLE_POINT, text));
    }

    private static List<String> words(String text) {
        return text == null ? List.of() : Arrays.asList(text.split(","));
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }

    /** Bit rate that was set; 0 for none. */
    int bitRateBefore() {
        return before.bitRate();
    }

    /** Tries each; the interface is as before when this returns or throws. */
    List<TriedRate> run() throws Failure, InterruptedException {
        List<TriedRate> tried = new ArrayList<>();
        try {
            for (int rate : RATES) {
                listen(rate);
                long frames = bus.received();
                long errors = bus.errors();
                ticker.sleep(TimeUnit.SECONDS.toNanos(SECONDS));
                tried.add(new TriedRate(rate, bus.received() - frames, bus.errors() - errors));
            }
        } finally {
            restore();
        }
        return tried;
    }

    private synchronized void listen(int rate) throws Failure, InterruptedException {
        if (over) {
            throw new InterruptedException("the program ends");
        }
        changed = true;
        set("down");
        try {
            set("type", "can", "bitrate", Integer.toString(rate), "listen-only", "on");
        } catch (Failure e) {
            throw e.withMessage(e.getMessage()
                    + "; an adapter that cannot only listen would disturb the bus, so no bit rate is tried");
        }
        set("up");
    }

    /** Puts the interface back; does nothing if it is as before. Also at the end of the program. */
    synchronized void restore() throws Failure, InterruptedException {
        over = true;
        if (!changed) {
            return;
        }
        try {
            set("down");
            if (before.bitRate() > 0) {
                List<String> words =
                        new ArrayList<>(List.of("type", "can", "bitrate", Integer.toString(before.bitRate())));
                if (!before.samplePoint().isEmpty()) {
                    words.addAll(List.of("sample-point", before.samplePoint()));
                }
                words.addAll(List.of("listen-only", before.listenOnly() ? "on" : "off"));
                set(words.toArray(String[]::new));
            } else {
                set("type", "can", "listen-only", before.listenOnly() ? "on" : "off");
            }
            if (before.up()) {
                set("up");
            }
            changed = false;
        } catch (Failure e) {
            throw e.withMessage(e.getMessage() + "; " + bus.name() + " is not as before: systemctl restart can@"
                    + bus.name() + ", or set it by hand");
        }
    }

    private void set(String... words) throws Failure, InterruptedException {
        List<String> all = new ArrayList<>(List.of("link", "set", bus.name()));
        all.addAll(Arrays.asList(words));
        try {
            ip.run(all);
        } catch (IOException e) {
            String reason = IoReason.of(e);
            throw failure(
                    "ip " + String.join(" ", all) + ": " + reason
                            + (reason.contains("not permitted") ? "; run it as root: sudo outrider setup" : ""),
                    e);
        }
    }

    private static Failure failure(String sentence, Exception cause) {
        return new Failure(CommandLineErrors.NO_BIT_RATE, sentence, cause);
    }

    /** The one at which the bus runs. */
    static Optional<TriedRate> fitting(List<TriedRate> tried) {
        return tried.stream().filter(TriedRate::fits).max(Comparator.comparingLong(TriedRate::frames));
    }
}
