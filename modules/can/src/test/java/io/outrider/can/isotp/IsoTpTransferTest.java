package io.outrider.can.isotp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpLink.Broken;
import io.outrider.can.isotp.IsoTpLink.Reception;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Random lengths, settings and faults against {@link Peer}: a message arrives unchanged or not at all. */
class IsoTpTransferTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int[] STMIN = {0, 1, 20, 0x7F, 0xF1, 0xF9, 0x80, 0xFF};

    /** Fault of one consecutive frame. */
    private enum FrameFault {
        LOST,
        DOUBLED,
        SWAPPED,
        RENUMBERED,
        CUT
    }

    /** Random conversation. */
    private record Setup(IsoTpAddress address, IsoTpSettings settings, Peer peer, int peerPadding) {
        static Setup draw(Random random) {
            boolean wide = random.nextBoolean();
            CanId request = wide ? CanId.extended(0x18DA10F1) : CanId.base(random.nextInt(0x7D0));
            CanId response = wide ? CanId.extended(0x18DAF110) : CanId.base(request.value() ^ 8);
            boolean extended = random.nextInt(3) == 0;
            int target = extended ? random.nextInt(256) : -1;
            int source = extended ? random.nextInt(256) : -1;
            IsoTpAddress address = extended
                    ? IsoTpAddress.extended(request, target, response, source)
                    : IsoTpAddress.between(request, response);
            IsoTpSettings settings = IsoTpSettings.DEFAULT
                    .withPadding(random.nextInt(-1, 256))
                    .withFlowControl(
                            random.nextInt(4) == 0 ? random.nextInt(256) : random.nextInt(4), draw(random, STMIN));
            int padding = random.nextInt(-1, 256);
            Peer peer = new Peer(
                    response,
                    target,
                    source,
                    padding,
                    random.nextInt(4) == 0 ? random.nextInt(256) : random.nextInt(4),
                    draw(random, STMIN),
                    random.nextInt(3));
            return new Setup(address, settings, peer, padding);
        }

        private static int draw(Random random, int[] from) {
            return from[random.nextInt(from.length)];
        }
    }

    private static byte[] payload(Random random, int round) {
        int length = round < 4095 ? round + 1 : 4095 + random.nextInt(round % 100 == 0 ? 200_000 : 10_000);
        byte[] payload = new byte[length];
        random.nextBytes(payload);
        return payload;
    }

    private static List<Reception> receiveAll(IsoTpLink link, ScriptedPort port) throws Exception {
        List<Reception> arrivals = new ArrayList<>();
        long deadline = port.ticker.nanos() + SECOND;
        for (Reception next = receive(link, deadline); next != null; next = receive(link, deadline)) {
            arrivals.add(next);
        }
        return arrivals;
    }

    private static Reception receive(IsoTpLink link, long deadline) throws Exception {
        return link.receive(deadline, deadline + 100 * SECOND);
    }

    @Test
    void messagesSentArriveUnchanged() throws Exception {
        Random random = Seeds.draw(this, "sending");
        for (int round = 0; round < 4_500; round++) {
            Setup setup = Setup.draw(random);
            byte[] payload = payload(random, round);
            ScriptedPort port = new ScriptedPort(setup.peer()::hear);
            new IsoTpLink(port, setup.address(), setup.settings(), port.ticker).send(payload, IsoTpFrames.AMPLE);
            assertThat(setup.peer().heard()).as("round " + round).isEqualTo(payload);
        }
    }

    @Test
    void messagesReceivedAreUnchanged() throws Exception {
        Random random = Seeds.draw(this, "receiving");
        for (int round = 0; round < 4_500; round++) {
            Setup setup = Setup.draw(random);
            byte[] payload = payload(random, round);
            ScriptedPort port = new ScriptedPort(setup.peer()::hear);
            port.comes(setup.peer().begin(payload));
            IsoTpLink link = new IsoTpLink(port, setup.address(), setup.settings(), port.ticker);
            List<Reception> arrivals = receiveAll(link, port);
            assertThat(arrivals).as("round " + round).hasSize(1);
            assertThat(arrivals.get(0)).isInstanceOfSatisfying(IsoTpMessage.class, whole -> {
                assertThat(whole.payload()).isEqualTo(payload);
                assertThat(whole.source())
                        .isEqualTo(setup.address().responses().get(0).id());
            });
        }
    }

    @Test
    void oneFaultyFrameCausesATypedFaultAndNeverAWrongMessage() throws Exception {
        Random random = Seeds.draw(this, "faults");
        int[] outcomes = new int[2];
        for (int round = 0; round < 20_000; round++) {
            Setup setup = Setup.draw(random);
            byte[] payload = new byte[9 + random.nextInt(random.nextInt(10) == 0 ? 4_000 : 200)];
            random.nextBytes(payload);
            FrameFault mishap = FrameFault.values()[random.nextInt(FrameFault.values().length)];
            Trouble trouble = new Trouble(random, mishap, payload.length, setup);
            ScriptedPort port = new ScriptedPort(trouble);
            port.comes(setup.peer().begin(payload));
            IsoTpLink link = new IsoTpLink(port, setup.address(), setup.settings(), port.ticker);
            for (Reception arrival : receiveAll(link, port)) {
                outcomes[arrival instanceof IsoTpMessage ? 0 : 1]++;
                if (arrival instanceof IsoTpMessage whole) {
                    assertThat(whole.payload()).as(round + " " + mishap).isEqualTo(payload);
                    assertThat(trouble.mayBeHarmless()).as(round + " " + mishap).isTrue();
                } else {
                    assertThat(((Broken) arrival).fault().fault()).isNotNull();
                }
            }
        }
        assertThat(outcomes[1]).as("faults").isGreaterThan(10_000);
    }

    /** Injects one fault into one frame of a block. */
    private static final class Trouble implements Function<CanFrame, Collection<CanFrame>> {
        private final Random random;
        private final FrameFault mishap;
        private final Setup setup;
        private int untilFault;
        private boolean harmless = true;

        private Trouble(Random random, FrameFault mishap, int length, Setup setup) {
            this.random = random;
            this.mishap = mishap;
            this.setup = setup;
            this.untilFault = random.nextInt(Math.max(1, length / 7));
        }

        boolean mayBeHarmless() {
            return harmless;
        }

        @Override
        public Collection<CanFrame> apply(CanFrame sent) {
            List<CanFrame> frames = new ArrayList<>(setup.peer().hear(sent));
            if (untilFault < 0 || untilFault >= frames.size()) {
                untilFault -= frames.size();
                return frames;
            }
            int at = untilFault;
            untilFault = -1;
            befall(frames, at);
            return frames;
        }

        private void befall(List<CanFrame> frames, int at) {
            CanFrame frame = frames.get(at);
            byte[] data = frame.data();
            switch (mishap) {
                case LOST -> {
                    frames.remove(at);
                    harmless = false;
                }
                case DOUBLED -> frames.add(at, frame); // after the last frame the message is complete
                case SWAPPED -> {
                    if (at + 1 < frames.size()) {
                        frames.set(at, frames.get(at + 1));
                        frames.set(at + 1, frame);
                        harmless = false;
                    }
                }
                case RENUMBERED -> {
                    int place = setup.address().prefix();
                    data[place] = (byte) (0x20 | (data[place] + 1 + random.nextInt(15)) & 0xF);
                    frames.set(at, CanFrame.of(frame.id(), data));
                    harmless = false;
                }
                case CUT -> {
                    // truncated padding is harmless
                    frames.set(at, CanFrame.of(frame.id(), Arrays.copyOf(data, random.nextInt(data.length))));
                    harmless = setup.peerPadding() >= 0;
                }
            }
        }
    }
}
