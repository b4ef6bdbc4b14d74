package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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

    static final int LEAST_FRAMES = 10; // fewer may be noise that looks like a frame

    /** Frames of the best rate for one of any other; at a wrong bit rate there are none. */
    private static final int LEAD = 3;

    private static final Pattern FLAGS = Pattern.compile("<([A-Z0-9_,-]*)> mtu");
    private static final Pattern CONTROLLER = Pattern.compile("\\bcan (?:<([^>]*)> )?state ");
    private static final Pattern BIT_RATE = Pattern.compile("(?<![a-z])bitrate (\\d{1,9})");
    private static final Pattern SAMPLE_POINT = Pattern.compile("(?<![a-z])sample[-_]point (0\\.\\d*[1-9]\\d*)");

    /** That in force; the line of what the controller could do has a range, such as {@code sjw 1..4}. */
    private static final Pattern SJW = Pattern.compile("(?<![a-z])sjw ([1-9]\\d{0,8}+)(?!\\.)");

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
            return frames >= LEAST_FRAMES && frames >= LEAST_FRAMES_PER_ERROR * errors;
        }

        String line() {
            return bitRate / 1000 + " kbit/s: " + frames + (frames == 1 ? " frame, " : " frames, ") + errors
                    + (errors == 1 ? " error" : " errors");
        }
    }

    /**
     * @param bitRate 0 if none is set
     * @param samplePoint empty if it is not shown, as is sjw
     */
    private record InterfaceState(boolean up, boolean listenOnly, int bitRate, String samplePoint, String sjw) {
        /** Words that set it. */
        List<String> type() {
            List<String> words = new ArrayList<>(List.of("type", "can", "bitrate", Integer.toString(bitRate)));
            if (!samplePoint.isEmpty()) {
                words.addAll(List.of("sample-point", samplePoint));
            }
            if (!sjw.isEmpty()) {
                words.addAll(List.of("sjw", sjw));
            }
            words.addAll(List.of("listen-only", listenOnly ? "on" : "off"));
            return words;
        }
    }

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
                first(SAMPLE_POINT, text),
                first(SJW, text));
    }

    /** @param details as {@code ip -details link show} prints them */
    static boolean isVirtual(String details) {
        return !CONTROLLER.matcher(details).find();
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

    /** Tries each; the interface is as before when this returns or throws, but for {@link #restore()}'s exception. */
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

    /**
     * Puts the interface back; does nothing if it is as before. Also at the end of the program. One that had no bit rate stays
     * listen-only, as it keeps that of the last trial, with which it must not send.
     */
    synchronized void restore() throws Failure, InterruptedException {
        over = true;
        if (!changed) {
            return;
        }
        Failure failed = attempt("down");
        if (before.bitRate() > 0) {
            failed = earlier(failed, attempt(before.type().toArray(String[]::new)));
        }
        Failure notUp = before.up() ? attempt("up") : null; // if the line before failed, it is still listen-only
        failed = earlier(failed, notUp);
        if (failed != null) {
            throw failed.withMessage(failed.getMessage() + "; " + bus.name() + " is not as before"
                    + (notUp == null ? "" : " and may be down") + ". By hand: " + byHand());
        }
        changed = false;
    }

    /** Null if it succeeds. */
    private Failure attempt(String... words) throws InterruptedException {
        try {
            set(words);
            return null;
        } catch (Failure e) {
            return e;
        }
    }

    private static Failure earlier(Failure one, Failure next) {
        return one == null ? next : one;
    }

    private String byHand() {
        String link = "ip link set " + bus.name() + " ";
        return link + "down"
                + (before.bitRate() > 0 ? "; " + link + String.join(" ", before.type()) : "")
                + (before.up() ? "; " + link + "up" : "");
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

    /** The one at which the bus runs; empty if none fits, or two do. */
    static Optional<TriedRate> fitting(List<TriedRate> tried) {
        return tried.stream()
                .filter(TriedRate::fits)
                .filter(best -> tried.stream().allMatch(each -> each == best || best.frames() >= LEAD * each.frames()))
                .findFirst();
    }
}
