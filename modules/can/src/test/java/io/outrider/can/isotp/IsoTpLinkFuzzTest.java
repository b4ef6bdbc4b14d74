package io.outrider.can.isotp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpLink.Reception;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fuzz test of whole exchanges on a bus with random traffic. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IsoTpLinkFuzzTest {
    private static final int EXCHANGES = 50_000;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int[] IDS = {0x7E8, 0x7E9, 0x7EF, 0x7E0, 0x123, 0x18DAF110};

    @Test
    void everyExchangeEndsWithAMessageOrAFault() throws Exception {
        Random random = Seeds.draw(this, "exchanges");
        int whole = 0;
        for (int i = 0; i < EXCHANGES; i++) {
            ScriptedPort port = new ScriptedPort(sent -> anything(random));
            port.coming.addAll(anything(random));
            if (i % 50 == 0) {
                port.floodWith(
                        speaking(random, ReassemblyFuzzTest.noise(random).get(0)), 1 + random.nextInt(2_000_000));
            }
            IsoTpLink link = new IsoTpLink(port, address(random), IsoTpSettings.DEFAULT, port.ticker);
            long limit;
            try {
                link.send(new byte[1 + random.nextInt(40)], IsoTpFrames.AMPLE);
            } catch (IsoTpException e) {
                assertThat(e.fault()).isNotNull();
            }
            assertThat(port.ticker.nanos()).as("time spent sending").isLessThan(60 * SECOND);
            limit = port.ticker.nanos() + 5 * SECOND;
            int arrivals = 0;
            for (Reception next = link.receive(limit - 4 * SECOND, limit);
                    next != null && arrivals++ < 100;
                    next = link.receive(limit - 4 * SECOND, limit)) {
                if (next instanceof IsoTpMessage message) {
                    whole++;
                    assertThat(message.payload()).isNotEmpty();
                }
            }
            assertThat(port.ticker.nanos()).as("time spent receiving").isLessThan(limit + SECOND);
        }
        assertThat(whole).isGreaterThan(EXCHANGES / 10);
    }

    private static IsoTpAddress address(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> IsoTpAddress.functional(random.nextBoolean());
            case 1 -> IsoTpAddress.extended(IsoTpFrames.TESTER, 0x12, IsoTpFrames.ECU, random.nextInt(3));
            case 2 -> new IsoTpAddress(IsoTpFrames.TESTER, -1, List.of(new CanFilter(CanId.base(0), 0)), -1, Map.of());
            default -> IsoTpAddress.between(IsoTpFrames.TESTER, IsoTpFrames.ECU);
        };
    }

    private static List<CanFrame> anything(Random random) {
        List<CanFrame> frames = new ArrayList<>();
        if (random.nextInt(3) != 0) {
            for (CanFrame each : ReassemblyFuzzTest.noise(random)) {
                frames.add(speaking(random, each));
            }
        }
        if (random.nextBoolean()) {
            frames.add(speaking(random, IsoTpFrames.ecu("30 0" + random.nextInt(3) + " 0" + random.nextInt(5))));
        }
        return frames;
    }

    /** The ECU's id mostly, else a random one. */
    private static CanFrame speaking(Random random, CanFrame frame) {
        if (frame.kind() != CanFrame.Kind.CLASSIC || random.nextInt(3) != 0) {
            return frame;
        }
        int id = IDS[random.nextInt(IDS.length)];
        return CanFrame.of(id <= CanId.MAX_BASE ? CanId.base(id) : CanId.extended(id), frame.data());
    }
}
