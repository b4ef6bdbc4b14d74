package io.outrider.bench.car.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.api.Ticker;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.VirtualBus;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpLink;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.can.isotp.IsoTpSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Recorded answers over a bus; standard ones are read with the project's own ISO-TP. */
class ReplayCarTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);
    private static final HexFormat HEX = HexFormat.of();

    private final Ticker ticker = Ticker.system();
    private VirtualBus bus;
    private ReplayCar car;

    @BeforeEach
    void start() throws Exception {
        bus = new VirtualBus("vcan9", ticker, () -> 0);
        car = new ReplayCar(bus, ticker);
    }

    @AfterEach
    void stop() {
        car.close();
        bus.close();
    }

    /** Frames of the message with this payload; earlier messages are dropped. */
    private List<CanFrame> ask(CaptureRecord record, String payload) throws Exception {
        IsoTpAddress address = address(record);
        try (CanPort port = bus.open(address.responses())) {
            IsoTpLink link = new IsoTpLink(port, address, IsoTpSettings.DEFAULT, ticker);
            link.send(record.requestPayload(), Long.MAX_VALUE / 2);
            while (true) {
                long now = ticker.nanos();
                IsoTpLink.Reception next = link.receive(now + PATIENCE, now + PATIENCE);
                if (!(next instanceof IsoTpMessage whole)) {
                    throw new AssertionError(next + " instead of " + payload + ", " + car.statistics());
                }
                if (HEX.formatHex(whole.payload()).equals(payload.toLowerCase(Locale.ROOT))) {
                    return whole.frames();
                }
            }
        }
    }

    private static IsoTpAddress address(CaptureRecord record) {
        CanFrame first = record.frames().get(0);
        boolean extended = record.extendedAddress().isPresent();
        return new IsoTpAddress(
                record.requestId(),
                record.extendedAddress().orElse(IsoTpAddress.NONE),
                List.of(CanFilter.exact(first.id())),
                extended ? first.at(0) : IsoTpAddress.NONE,
                Map.of(first.id(), record.requestId()));
    }

    @Test
    void carWithoutARecordIsSilent() throws Exception {
        try (CanPort port = bus.open(List.of())) {
            port.send(CanFrame.of(CanId.base(0x7DF), HEX.parseHex("020100")));
            assertThat(port.receive(TimeUnit.MILLISECONDS.toNanos(150))).isNull();
            assertThat(car.statistics()).isEqualTo(new PlaybackStatistics(0, 0, 0, 0, 0));
        }
    }

    @Test
    void carAnswersTheLoadedRecord() throws Exception {
        CaptureRecord vin = CaptureRecords.record(CaptureRecords.VIN);
        car.load(vin);
        assertThat(ask(vin, "490201" + "3144344750303052353542313233343536")).isEqualTo(vin.frames());
        assertThat(car.statistics()).isEqualTo(new PlaybackStatistics(1, 0, 1, 3, 0));
        CaptureRecord rpm = CaptureRecords.record(CaptureRecords.RPM);
        car.load(rpm);
        assertThat(car.statistics()).isEqualTo(new PlaybackStatistics(0, 0, 0, 0, 0));
        try (CanPort port = bus.open(List.of())) {
            port.send(CanFrame.of(CanId.base(0x7DF), HEX.parseHex("02010C")));
            assertThat(port.receive(PATIENCE)).isEqualTo(rpm.frames().get(0));
            port.send(CanFrame.of(CanId.base(0x7E0), HEX.parseHex("020902")));
            assertThat(port.receive(TimeUnit.MILLISECONDS.toNanos(150))).isNull();
        }
    }

    @Test
    void severalEcusAnswerOneRequest() throws Exception {
        car.load(CaptureRecords.record(CaptureRecords.CALIBRATIONS));
        IsoTpAddress everybody = IsoTpAddress.functional(false);
        try (CanPort port = bus.open(everybody.responses())) {
            IsoTpLink link = new IsoTpLink(port, everybody, IsoTpSettings.DEFAULT, ticker);
            link.send(HEX.parseHex("0904"), Long.MAX_VALUE / 2);
            List<String> answers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                long now = ticker.nanos();
                IsoTpMessage whole = (IsoTpMessage) link.receive(now + PATIENCE, now + PATIENCE);
                answers.add(whole.source() + " " + HEX.formatHex(whole.payload()));
            }
            assertThat(answers)
                    .containsExactlyInAnyOrder(
                            "7e8 490401" + "47534d42363335343637" + "312031313200",
                            "7e9 490401" + "544d4242363335343637" + "322031313300",
                            "7ea 7f0911");
        }
        assertThat(car.statistics()).isEqualTo(new PlaybackStatistics(1, 0, 2, 7, 0));
    }

    /** Folder beside the project. */
    private static Optional<Path> sharedCaptures() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve("shared/data/obd-captures.jsonl");
            if (Files.exists(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    @Test
    void everySharedCaptureIsReplayedFrameByFrame() throws Exception {
        Optional<Path> file = sharedCaptures();
        assumeThat(file)
                .as("skipped: there is no shared/data/obd-captures.jsonl beside the project")
                .isPresent();
        CaptureFile captures = CaptureFile.read(file.get());
        assertThat(captures.bad()).isEmpty();
        assertThat(captures.records()).hasSizeGreaterThan(1_000);
        for (CaptureRecord record : captures.records()) {
            car.load(record);
            assertThat(framesFor(record)).as("%s", record).isEqualTo(record.frames());
            assertThat(car.statistics().heldBack()).isZero();
        }
    }

    /**
     * Queries with a minimal receiver, as some captures have first frames of seven bytes, which a standard receiver rejects.
     */
    private List<CanFrame> framesFor(CaptureRecord record) throws Exception {
        byte[] front = record.extendedAddress().isPresent()
                ? new byte[] {(byte) record.extendedAddress().getAsInt()}
                : new byte[0];
        byte[] request = record.requestPayload();
        List<CanFrame> frames = new ArrayList<>();
        try (CanPort port = bus.open(List.of())) {
            port.send(CanFrame.of(record.requestId(), join(front, new byte[] {(byte) request.length}, request)));
            while (frames.size() < record.frames().size()) {
                CanFrame frame = port.receive(PATIENCE);
                assertThat(frame)
                        .as("after %s of %s: %s", frames, record, car.statistics())
                        .isNotNull();
                frames.add(frame);
                if (frame.at(front.length) >> 4 == 1) {
                    port.send(CanFrame.of(record.requestId(), join(front, new byte[] {0x30, 0, 0})));
                }
            }
        }
        return frames;
    }

    private static byte[] join(byte[]... parts) {
        return HEX.parseHex(Stream.of(parts).map(HEX::formatHex).collect(Collectors.joining()));
    }
}
