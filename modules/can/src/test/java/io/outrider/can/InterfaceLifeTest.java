package io.outrider.can;

import static io.outrider.can.CanBusContract.assertRefused;
import static io.outrider.can.CanBusContract.frame;
import static io.outrider.can.CanBusContract.result;
import static io.outrider.can.CanBusContract.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.ErrorCode;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of open ports across removal, re-creation and congestion of the interface. */
@Tag("vcan")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class InterfaceLifeTest {
    private static final long AMPLE = CanBusContract.AMPLE;

    private final SocketCanBus bus = new SocketCanBus("vcan7", Ticker.system());

    @AfterEach
    void close() throws Exception {
        bus.close();
        if (NetworkInterfaces.can().contains("vcan7")) {
            remove();
        }
    }

    private static void add() throws Exception {
        Programs.sh("ip link add vcan7 mtu 72 type vcan");
        Programs.sh("ip link set vcan7 up");
    }

    private static void remove() throws Exception {
        Programs.sh("ip link del vcan7");
    }

    /** Sends with cansend until the receiver has a frame. */
    private static CanFrame sendUntilReceived(FutureTask<CanFrame> receiver) throws Exception {
        Await.until("a frame arrives", () -> {
            Programs.run("cansend", "vcan7", "7E8#0102");
            return receiver.isDone();
        });
        return result(receiver);
    }

    @Test
    void anInterfaceThatAppearsLaterIsUsedByTheReceiverThatWaits() throws Exception {
        CanPort port = bus.open(List.of(CanFilter.exact(CanId.base(0x7E8))));
        FutureTask<CanFrame> receiver = waiting(() -> port.receive(AMPLE));
        assertThat(bus.state().condition()).isEqualTo(BusState.Condition.DOWN);
        add();
        assertThat(sendUntilReceived(receiver)).isEqualTo(frame(0x7E8, 1, 2));
        assertThat(bus.state().condition()).isEqualTo(BusState.Condition.ERROR_ACTIVE);
    }

    @Test
    void anInterfaceThatIsRemovedAndMadeAgainIsUsedAgain() throws Exception {
        add();
        CanPort port = bus.open(List.of(CanFilter.exact(CanId.base(0x7E8))));
        FutureTask<CanFrame> receiver = waiting(() -> port.receive(AMPLE));
        remove();
        assertThat(bus.state().condition()).isEqualTo(BusState.Condition.DOWN);
        assertRefused(BusErrors.BUS_MISSING, () -> port.send(frame(1)));
        add();
        assertThat(sendUntilReceived(receiver)).isEqualTo(frame(0x7E8, 1, 2));
        port.send(frame(2));
    }

    @Test
    void aSenderFindsAnInterfaceThatWasMadeAgainWhileAnotherThreadReceives() throws Exception {
        add();
        CanPort port = bus.open(List.of());
        for (int round = 0; round < 5; round++) {
            FutureTask<CanFrame> receiver = waiting(() -> port.receive(AMPLE));
            remove();
            add();
            Await.until("sending works", () -> {
                try {
                    port.send(frame(0x100));
                    return true;
                } catch (BusException e) {
                    assertThat(e.code()).isIn(BusErrors.BUS_DOWN, BusErrors.BUS_MISSING);
                    return false;
                }
            });
            assertThat(sendUntilReceived(receiver)).isEqualTo(frame(0x7E8, 1, 2));
            while (port.receive(0) != null) {
                // surplus frames of cansend
            }
        }
    }

    @Test
    void errorFramesAreStillSeenOnAnInterfaceThatWasMadeAgain() throws Exception {
        add();
        bus.open(List.of());
        remove();
        assertThat(bus.state().condition()).isEqualTo(BusState.Condition.DOWN);
        add();
        Await.until("the error port is there again", () -> {
            assertThat(bus.state().condition()).isEqualTo(BusState.Condition.ERROR_ACTIVE);
            return Programs.receivers("rcvlist_err", "vcan7") == 1;
        });
        Programs.run("cansend", "vcan7", "20000040#0000000000000000");
        Await.until("the error frame is seen", () -> bus.state().condition() == BusState.Condition.BUS_OFF);
    }

    /** A frame of 16 bytes takes 20 ms at 6,400 bit/s, and the queue holds about two. */
    @Test
    void aFullSendQueueIsWaitedOutAndNoFrameIsLost() throws Exception {
        add();
        Programs.sh("tc qdisc add dev vcan7 root tbf rate 6400bit burst 32 limit 32");
        CanPort sender = bus.open(List.of(CanFilter.exact(CanId.base(0x7FF))));
        CanPort receiver = bus.open(List.of());
        for (int i = 0; i < 40; i++) {
            sender.send(frame(0x100, i));
        }
        for (int i = 0; i < 40; i++) {
            assertThat(receiver.receive(AMPLE)).isEqualTo(frame(0x100, i));
        }
        assertThat(Programs.sh("tc -s qdisc show dev vcan7"))
                .as("the queue was full")
                .containsPattern("dropped [1-9]|overlimits [1-9]");
    }

    @Test
    void aSendQueueThatStaysFullIsAnErrorAndCostsTwoSeconds() throws Exception {
        add();
        Programs.sh("tc qdisc add dev vcan7 root tbf rate 8bit burst 16 limit 16");
        CanPort sender = bus.open(List.of());
        long[] start = new long[1];
        assertRefused(BusErrors.BUS_CONGESTED, () -> {
            for (int i = 0; i < 100; i++) {
                start[0] = System.nanoTime();
                sender.send(frame(0x100, i));
            }
        });
        assertThat(System.nanoTime() - start[0]).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    void closingAPortEndsASenderThatWaitsForAFullQueue() throws Exception {
        add();
        Programs.sh("tc qdisc add dev vcan7 root tbf rate 8bit burst 16 limit 16");
        CanPort sender = bus.open(List.of());
        FutureTask<ErrorCode> sending = new FutureTask<>(() -> {
            try {
                for (int i = 0; i < 100; i++) {
                    sender.send(frame(0x100, i));
                }
                return null;
            } catch (BusException e) {
                return e.code();
            }
        });
        Thread thread = new Thread(sending, "sending");
        thread.start();
        Await.until("the sender waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
        sender.close();
        assertThat(result(sending)).isIn(BusErrors.BUS_CLOSED, BusErrors.BUS_CONGESTED);
    }
}
