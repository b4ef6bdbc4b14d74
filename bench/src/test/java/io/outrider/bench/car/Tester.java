package io.outrider.bench.car;

import io.outrider.api.Ticker;
import io.outrider.can.CanBus;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpLink;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.can.isotp.IsoTpSettings;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tester of a car with the project's own ISO-TP, in hexadecimal. */
public final class Tester implements AutoCloseable {
    public static final IsoTpAddress ENGINE = IsoTpAddress.between(CanId.base(0x7E0), CanId.base(0x7E8));
    public static final IsoTpAddress GEARBOX = IsoTpAddress.between(CanId.base(0x7E1), CanId.base(0x7E9));
    public static final IsoTpAddress BATTERY = IsoTpAddress.between(CanId.base(0x7E4), CanId.base(0x7EC));
    public static final IsoTpAddress EXTENDED = IsoTpAddress.extended(CanId.base(0x6F1), 0x07, CanId.base(0x607), 0xF1);
    public static final IsoTpAddress WIDE =
            IsoTpAddress.between(CanId.extended(0x18DA10F1), CanId.extended(0x18DAF110));

    /** Timeout that suffices on a busy machine. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    private static final int MOST_ANSWERS = 10_000;

    private static final HexFormat HEX = HexFormat.of();

    private final Ticker ticker = Ticker.system();
    private final CanPort port;
    private final IsoTpLink link;

    public Tester(CanBus bus, IsoTpAddress address) throws Exception {
        this(bus, address, IsoTpSettings.DEFAULT);
    }

    public Tester(CanBus bus, IsoTpAddress address, IsoTpSettings settings) throws Exception {
        port = bus.open(List.copyOf(address.responses()));
        link = new IsoTpLink(port, address, settings, ticker);
    }

    /** Next message, such as {@code 7e8 410c0fa0}, or its error; null after the timeout. */
    public IsoTpLink.Reception next(long millis) throws Exception {
        long now = ticker.nanos();
        return link.receive(now + TimeUnit.MILLISECONDS.toNanos(millis), now + PATIENCE);
    }

    public void send(String request) throws Exception {
        link.send(HEX.parseHex(request), Long.MAX_VALUE / 2);
    }

    /** The only answer to the request. */
    public String ask(String request) throws Exception {
        send(request);
        return text(next(TimeUnit.NANOSECONDS.toMillis(PATIENCE)));
    }

    /** All answers with their ids, until none arrives for a while. */
    public List<String> askAll(String request, long quietMillis) throws Exception {
        send(request);
        List<String> answers = new ArrayList<>();
        for (IsoTpLink.Reception next = next(quietMillis); next != null; next = next(quietMillis)) {
            answers.add(next.source() + " " + text(next));
            if (answers.size() > MOST_ANSWERS) {
                throw new AssertionError("answers without end, the last: " + text(next));
            }
        }
        return answers;
    }

    static String text(IsoTpLink.Reception arrival) {
        if (arrival instanceof IsoTpMessage whole) {
            return HEX.formatHex(whole.payload());
        }
        return arrival instanceof IsoTpLink.Broken broken
                ? broken.fault().fault().name()
                : "nothing";
    }

    @Override
    public void close() {
        port.close();
    }
}
