package io.outrider.bench.car.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Damaged files and unexpected frames. */
class HostileReplayTest {
    private static final long SEED = 99;
    private static final List<String> LINES = List.of(
            CaptureRecords.RPM,
            CaptureRecords.VIN,
            CaptureRecords.CODES,
            CaptureRecords.CALIBRATIONS,
            CaptureRecords.PENDING,
            CaptureRecords.EXTENDED,
            CaptureRecords.WIDE,
            CaptureRecords.ODD_IDS,
            CaptureRecords.LONG_REQUEST);

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** The line with one character changed, inserted or deleted. */
    private String damaged(String line) {
        StringBuilder text = new StringBuilder(line);
        int at = random.nextInt(text.length());
        char other = "0F,:{}[]\"\\x7 null".charAt(random.nextInt(16));
        switch (random.nextInt(3)) {
            case 0 -> text.setCharAt(at, other);
            case 1 -> text.insert(at, other);
            default -> text.deleteCharAt(at);
        }
        return text.toString();
    }

    @Test
    void damagedLineIsReadOrReportedAndReadOnesCanBePlayed() {
        int bad = 0;
        for (int i = 0; i < 5_000; i++) {
            String line = damaged(LINES.get(random.nextInt(LINES.size())));
            CaptureFile file = CaptureFile.parse(List.of(line));
            assertThat(file.records().size() + file.bad().size())
                    .as("%s, seed %d", line, SEED)
                    .isEqualTo(1);
            bad += file.bad().size();
            file.records().forEach(Playback::new);
        }
        assertThat(bad).isBetween(100, 4_900);
    }

    @Test
    void onlyRecordedFramesAndFlowControlAreSent() {
        for (String line : LINES) {
            CaptureRecord record = CaptureRecords.record(line);
            Playback playback = new Playback(record);
            for (int i = 0; i < 20_000; i++) {
                playback.accept(anything(record), i * 1_000_000L);
                for (CanFrame next = playback.next(i * 1_000_000L);
                        next != null;
                        next = playback.next(i * 1_000_000L)) {
                    boolean flowControl = next.at(record.extendedAddress().isPresent() ? 1 : 0) == 0x30
                            || next.at(record.extendedAddress().isPresent() ? 1 : 0) == 0x32;
                    assertThat(flowControl || record.frames().contains(next))
                            .as("%s, seed %d", next, SEED)
                            .isTrue();
                }
            }
        }
    }

    private CanFrame anything(CaptureRecord record) {
        byte[] data = new byte[random.nextInt(9)];
        random.nextBytes(data);
        if (data.length > 1 && random.nextBoolean()) {
            byte[] request = record.requestPayload();
            data = new byte[8];
            int at = 0;
            if (record.extendedAddress().isPresent()) {
                data[at++] = (byte) record.extendedAddress().getAsInt();
            }
            data[at++] = (byte) (random.nextInt(3) == 0 ? 0x30 : Math.min(7, request.length));
            System.arraycopy(request, 0, data, at, Math.min(request.length, 8 - at));
        }
        CanId id = random.nextInt(4) == 0 ? CanId.base(random.nextInt(0x800)) : record.requestId();
        return CanFrame.of(id, data);
    }
}
