package io.outrider.obd.frames;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.Candump;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpLink;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.can.isotp.IsoTpSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reassembly of messages from pasted frames. */
public final class PastedFrames {
    /** Terminal output of candump: {@code can0  7E8   [8]  04 41 0C 0F A0 00 00 00}. */
    private static final Pattern SHOWN = Pattern.compile("\\s{0,20}(?:\\([^)]{0,40}\\))?\\s{0,20}(?:\\S{1,16}\\s+)?"
            + "([0-9A-Fa-f]{3}|[0-9A-Fa-f]{8})\\s+\\[\\d{1,2}\\]\\s+((?:[0-9A-Fa-f]{2}\\s*){1,64})(?:'.*)?");

    private static final CanId NO_SENDER = CanId.base(0);

    private final Ticker ticker;

    public PastedFrames(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Reads {@code 7EC0462833479}, {@code 7EC#0462833479} or lines of candump, one or more per text. */
    public List<byte[]> messages(Collection<String> texts, boolean addressed) throws Failure, InterruptedException {
        List<CanFrame> frames = new ArrayList<>();
        for (String text : texts) {
            for (String line : text.lines().toList()) {
                Matcher shown = SHOWN.matcher(line);
                if (shown.matches()) {
                    frames.add(frame(shown.group(1) + "#" + shown.group(2).replaceAll("\\s", "")));
                } else {
                    addWords(line, frames);
                }
            }
        }
        if (frames.isEmpty()) {
            throw Failure.argument("frames", "give at least one, such as 7EC0462833479");
        }
        return reassemble(frames, addressed);
    }

    private static void addWords(String line, List<CanFrame> frames) throws Failure {
        for (String word : line.strip().split("[\\s,;]+")) {
            if (!word.startsWith("(") && !word.matches("v?x?s?l?can\\d+|")) { // skips the time and interface of candump
                frames.add(frame(word));
            }
        }
    }

    private static CanFrame frame(String word) throws Failure {
        String text = word;
        if (!word.contains("#") && word.length() >= 5) {
            int idDigits = word.length() % 2 == 1
                    ? 3
                    : 8; // a 3-digit id leaves an odd number of digits, an 8-digit one an even number
            if (word.length() > idDigits) {
                text = word.substring(0, idDigits) + "#" + word.substring(idDigits);
            }
        }
        try {
            CanFrame frame = Candump.parseFrame(text);
            if (frame.isData()) {
                return frame;
            }
        } catch (IllegalArgumentException e) {
            throw Failure.argument("frames", e.getMessage());
        }
        throw Failure.argument(
                "frames",
                "a remote or an error frame (" + text.substring(0, Math.min(30, text.length()))
                        + ") carries no message");
    }

    private List<byte[]> reassemble(List<CanFrame> frames, boolean addressed) throws Failure, InterruptedException {
        List<CanFilter> ids = frames.stream()
                .map(CanFrame::id)
                .distinct()
                .map(CanFilter::exact)
                .toList();
        IsoTpAddress address =
                new IsoTpAddress(NO_SENDER, addressed ? 0 : IsoTpAddress.NONE, ids, IsoTpAddress.NONE, Map.of());
        IsoTpLink link = new IsoTpLink(new Paste(frames), address, IsoTpSettings.DEFAULT, ticker);
        List<byte[]> messages = new ArrayList<>();
        try {
            for (int i = 0; i <= frames.size(); i++) {
                long now = ticker.nanos();
                IsoTpLink.Reception arrival = link.receive(now, now);
                if (arrival instanceof IsoTpLink.Broken broken) {
                    throw Failure.argument(
                            "frames", broken.source() + ": " + broken.fault().getMessage());
                }
                if (arrival instanceof IsoTpMessage whole) {
                    messages.add(whole.payload());
                }
            }
        } catch (BusException e) {
            throw Buses.failure(e);
        }
        if (messages.isEmpty()) {
            throw Failure.argument("frames", "these frames make no whole message; are the first ones missing?");
        }
        return messages;
    }

    /** Port that replays a list of frames; sent frames are discarded. */
    private static final class Paste implements CanPort {
        private final Queue<CanFrame> frames;

        private Paste(Collection<CanFrame> frames) {
            this.frames = new ArrayDeque<>(frames);
        }

        @Override
        public CanFrame receive(long timeoutNanos) {
            return frames.poll();
        }

        @Override
        public void send(CanFrame frame) {}

        @Override
        public void discardReceived() {}

        @Override
        public void close() {}
    }
}
