package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.ErrorCode;
import io.outrider.api.VehicleErrors;
import io.outrider.can.BusState.Condition;
import io.outrider.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contract test of {@link CanBus}, run against each implementation. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
abstract class CanBusContract {
    /** Ample for slow machines; a passing test never waits this long. */
    static final long AMPLE = TimeUnit.SECONDS.toNanos(30);

    static final long SHORT = TimeUnit.MILLISECONDS.toNanos(50);

    CanBus bus;

    abstract CanBus create() throws Exception;

    /** Equivalent of {@code ip link set … up} and {@code down}. */
    abstract void setUp(boolean up) throws Exception;

    abstract void report(CanFrame error) throws Exception;

    abstract int moreFramesThanAPortHolds();

    @BeforeEach
    void createBus() throws Exception {
        bus = create();
    }

    @AfterEach
    void closeBus() {
        bus.close();
    }

    CanPort port(CanFilter... filters) throws BusException {
        return bus.open(List.of(filters));
    }

    static CanFrame frame(int id, int... bytes) {
        byte[] data = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            data[i] = (byte) bytes[i];
        }
        return CanFrame.of(id <= CanId.MAX_BASE ? CanId.base(id) : CanId.extended(id), data);
    }

    static void assertRefused(ErrorCode reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BusException.class, e -> assertThat(e.code()).isEqualTo(reason));
    }

    /** Runs the call in a thread that has started to wait in {@code receive}. */
    static <T> FutureTask<T> waiting(Callable<T> call) throws Exception {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "waiting");
        thread.start();
        Await.until(
                "the receiver is in receive()",
                () -> Stream.of(thread.getStackTrace())
                        .anyMatch(element -> element.getMethodName().equals("receive")));
        return task;
    }

    static <T> T result(FutureTask<T> task) throws Exception {
        return task.get(60, TimeUnit.SECONDS);
    }

    @Test
    void aFrameReachesEveryOtherPortAndNotItsOwn() throws Exception {
        CanPort sender = port();
        CanPort one = port();
        CanPort other = port();
        sender.send(frame(0x7DF, 2, 1, 0xC));
        assertThat(one.receive(AMPLE)).isEqualTo(frame(0x7DF, 2, 1, 0xC));
        assertThat(other.receive(AMPLE)).isEqualTo(frame(0x7DF, 2, 1, 0xC));
        assertThat(sender.receive(SHORT)).isNull();
    }

    @Test
    void framesOfEveryWidthKindAndLengthArriveAsTheyWereSent() throws Exception {
        List<CanFrame> frames = new ArrayList<>();
        for (CanId id : List.of(
                CanId.base(0),
                CanId.base(0x7FF),
                CanId.extended(0),
                CanId.extended(0x7FF),
                CanId.extended(0x1FFFFFFF))) {
            for (int length = 0; length <= 64; length++) {
                byte[] data = new byte[length];
                for (int i = 0; i < length; i++) {
                    data[i] = (byte) (0xF0 + i);
                }
                if (length <= 8) {
                    frames.add(CanFrame.of(id, data));
                    frames.add(CanFrame.remote(id, length));
                }
                if (CanFrame.fdLength(length) == length) {
                    frames.add(CanFrame.fd(id, true, data));
                    frames.add(CanFrame.fd(id, false, data));
                }
            }
        }
        CanPort sender = port();
        CanPort receiver = port();
        for (CanFrame each : frames) {
            sender.send(each);
            CanFrame got = receiver.receive(AMPLE);
            assertThat(got).isEqualTo(each);
            assertThat(got.id()).isEqualTo(each.id());
        }
    }

    @Test
    void framesAreStampedInMicrosecondsAndInOrder() throws Exception {
        CanPort sender = port();
        CanPort receiver = port();
        FrameStamps.await(sender, receiver);
        long last = System.currentTimeMillis() * 1_000;
        for (int i = 0; i < 20; i++) {
            sender.send(frame(i));
        }
        for (int i = 0; i < 20; i++) {
            long stamp = receiver.receive(AMPLE).stampMicros();
            assertThat(stamp).isGreaterThanOrEqualTo(last);
            last = stamp;
        }
        assertThat(last).isLessThanOrEqualTo((System.currentTimeMillis() + 1) * 1_000);
    }

    @Test
    void allPortsSeeTheFramesOfSeveralSendersInOneOrderAndNoneIsLost() throws Exception {
        CanPort one = port();
        CanPort other = port();
        List<FutureTask<Void>> senders = new ArrayList<>();
        for (int s = 0; s < 3; s++) {
            int id = s;
            CanPort port = port();
            FutureTask<Void> task = new FutureTask<>(() -> {
                for (int i = 0; i < 100; i++) {
                    port.send(frame(id, i));
                }
                return null;
            });
            senders.add(task);
            new Thread(task, "sender-" + s).start();
        }
        List<CanFrame> seen = new ArrayList<>();
        int[] next = new int[3];
        for (int i = 0; i < 300; i++) {
            CanFrame got = one.receive(AMPLE);
            seen.add(got);
            assertThat(got.at(0)).isEqualTo(next[got.idValue()]++);
        }
        for (CanFrame expected : seen) {
            assertThat(other.receive(AMPLE)).isEqualTo(expected);
        }
        for (FutureTask<Void> sender : senders) {
            result(sender);
        }
        assertThat(bus.state().sent()).isEqualTo(300);
    }

    @Test
    void anExactFilterPassesOneIdOfOneWidth() throws Exception {
        CanPort sender = port();
        CanPort receiver = port(CanFilter.exact(CanId.base(0x7E8)));
        sender.send(frame(0x7E9, 1));
        sender.send(CanFrame.of(CanId.extended(0x7E8), (byte) 2));
        sender.send(frame(0x7E8, 3));
        assertThat(receiver.receive(AMPLE)).isEqualTo(frame(0x7E8, 3));
        assertThat(receiver.receive(SHORT)).isNull();
    }

    @Test
    void aMaskPassesARangeAndSeveralFiltersPassTheirUnion() throws Exception {
        CanPort sender = port();
        CanPort receiver = port(
                new CanFilter(CanId.base(0x7E8), 0x7F8),
                new CanFilter(CanId.extended(0x18DAF100), 0x1FFFFF00),
                new CanFilter(CanId.base(0x7E8), 0x7F8));
        for (int id : new int[] {0x7E7, 0x7E8, 0x7EF, 0x7F0, 0x18DAF110, 0x18DAF210, 0x18DAF1FF}) {
            sender.send(frame(id));
        }
        for (int id : new int[] {0x7E8, 0x7EF, 0x18DAF110, 0x18DAF1FF}) {
            assertThat(receiver.receive(AMPLE)).isEqualTo(frame(id));
        }
        assertThat(receiver.receive(SHORT))
                .as("none comes once for each filter")
                .isNull();
    }

    @Test
    void remoteFramesPassNoFilterButReachAPortWithout() throws Exception {
        CanPort sender = port();
        CanPort filtered = port(new CanFilter(CanId.base(0), 0));
        CanPort open = port();
        sender.send(CanFrame.remote(CanId.base(0x123), 4));
        sender.send(frame(0x124));
        assertThat(filtered.receive(AMPLE)).isEqualTo(frame(0x124));
        assertThat(open.receive(AMPLE)).isEqualTo(CanFrame.remote(CanId.base(0x123), 4));
        assertThat(open.receive(AMPLE)).isEqualTo(frame(0x124));
    }

    @Test
    void nothingToReceiveIsNullAfterTheTimeOutAndAtOnceForNone() throws Exception {
        CanPort port = port();
        assertThat(port.receive(0)).isNull();
        long start = System.nanoTime();
        assertThat(port.receive(SHORT)).isNull();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(SHORT);
    }

    @Test
    void aTimeOutOfZeroReturnsAFrameThatIsThere() throws Exception {
        CanPort receiver = port();
        port().send(frame(0x100, 1));
        Await.until("the frame is there", () -> receiver.receive(0) != null);
        assertThat(receiver.receive(0)).isNull();
    }

    @Test
    void discardingDropsReceivedFramesOnly() throws Exception {
        CanPort sender = port();
        CanPort receiver = port();
        CanPort observer = port();
        sender.send(frame(0x100, 1));
        sender.send(frame(0x100, 2));
        observer.receive(AMPLE);
        observer.receive(AMPLE);
        receiver.discardReceived();
        sender.send(frame(0x100, 3));
        assertThat(receiver.receive(AMPLE)).isEqualTo(frame(0x100, 3));
        sender.send(frame(0x100, 4));
        assertThat(receiver.receive(AMPLE)).isEqualTo(frame(0x100, 4));
    }

    @Test
    void closingAPortEndsItsReceiver() throws Exception {
        CanPort port = port();
        FutureTask<CanFrame> receiver = waiting(() -> port.receive(Long.MAX_VALUE));
        port.close();
        assertThatThrownBy(() -> result(receiver))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        BusException.class, e -> assertThat(e.code()).isEqualTo(BusErrors.BUS_CLOSED));
    }

    @Test
    void closingTheBusEndsAllItsPorts() throws Exception {
        CanPort port = port();
        FutureTask<CanFrame> receiver = waiting(() -> port.receive(AMPLE));
        bus.close();
        assertThatThrownBy(() -> result(receiver)).hasCauseInstanceOf(BusException.class);
        assertRefused(BusErrors.BUS_CLOSED, () -> port.receive(0));
        assertRefused(BusErrors.BUS_CLOSED, () -> port.send(frame(1)));
        assertRefused(BusErrors.BUS_CLOSED, this::port);
        assertThat(bus.state().condition()).isEqualTo(Condition.DOWN);
        port.close();
        bus.close();
    }

    @Test
    void interruptionEndsAReceiverAndLeavesThePortAlive() throws Exception {
        CanPort port = port();
        Thread[] who = new Thread[1];
        FutureTask<CanFrame> receiver = waiting(() -> {
            who[0] = Thread.currentThread();
            return port.receive(AMPLE);
        });
        who[0].interrupt();
        assertThatThrownBy(() -> result(receiver)).hasCauseInstanceOf(InterruptedException.class);
        port().send(frame(0x55));
        assertThat(port.receive(AMPLE)).isEqualTo(frame(0x55));
    }

    @Test
    void listenOnlyAndPausedBusesSendNothing() throws Exception {
        CanPort sender = port();
        CanPort receiver = port();
        bus.transmitter().listenOnly(true);
        assertRefused(BusErrors.BUS_LISTEN_ONLY, () -> sender.send(frame(1)));
        bus.transmitter().listenOnly(false);
        bus.transmitter().pauseFor(TimeUnit.HOURS.toNanos(1));
        assertRefused(VehicleErrors.BUS_PAUSED, () -> sender.send(frame(2)));
        bus.transmitter().resume();
        sender.send(frame(3));
        assertThat(receiver.receive(AMPLE)).isEqualTo(frame(3));
        assertThat(bus.state().sent()).isEqualTo(1);
    }

    @Test
    void anErrorFrameIsNotToBeSent() throws Exception {
        CanPort port = port();
        assertRefused(BusErrors.BUS_UNFIT, () -> port.send(CanFrame.error(0x40)));
    }

    @Test
    void aReceiverWaitsForABusThatIsDown() throws Exception {
        CanPort sender = port();
        CanPort receiver = port();
        assertThat(bus.state().condition()).isEqualTo(Condition.ERROR_ACTIVE);
        FutureTask<CanFrame> waiting = waiting(() -> receiver.receive(AMPLE));
        setUp(false);
        assertThat(bus.state().condition()).isEqualTo(Condition.DOWN);
        assertRefused(BusErrors.BUS_DOWN, () -> sender.send(frame(1)));
        setUp(true);
        assertThat(bus.state().condition()).isEqualTo(Condition.ERROR_ACTIVE);
        Await.until("sending works again", () -> {
            try {
                sender.send(frame(2));
                return true;
            } catch (BusException e) {
                assertThat(e.code()).isEqualTo(BusErrors.BUS_DOWN);
                return false;
            }
        });
        assertThat(result(waiting)).isEqualTo(frame(2));
    }

    @Test
    void theConditionFollowsWhatTheControllerReports() throws Exception {
        CanPort port = port();
        assertThat(bus.state().condition()).isEqualTo(Condition.ERROR_ACTIVE);
        assertFollows(CanFrame.error(0x04, (byte) 0, (byte) 0x08), Condition.WARNING, 1);
        assertFollows(CanFrame.error(0x04, (byte) 0, (byte) 0x20), Condition.PASSIVE, 2);
        assertFollows(CanFrame.error(0x40), Condition.BUS_OFF, 3);
        assertFollows(CanFrame.error(0x100), Condition.ERROR_ACTIVE, 4);
        assertFollows(CanFrame.error(0x04, (byte) 0, (byte) 0x04), Condition.WARNING, 5);
        assertFollows(CanFrame.error(0x04, (byte) 0, (byte) 0x40), Condition.ERROR_ACTIVE, 6);
        assertThat(port.receive(SHORT)).as("error frames are no data").isNull();
    }

    private void assertFollows(CanFrame error, Condition condition, int count) throws Exception {
        report(error);
        Await.until("the error frame is seen", () -> bus.state().errorFrames() == count);
        assertThat(bus.state().condition()).isEqualTo(condition);
    }

    @Test
    void aRestartedInterfaceIsErrorActive() throws Exception {
        port();
        report(CanFrame.error(0x40));
        Await.until("bus off", () -> bus.state().condition() == Condition.BUS_OFF);
        setUp(false);
        assertThat(bus.state().condition()).isEqualTo(Condition.DOWN);
        setUp(true);
        assertThat(bus.state().condition()).isEqualTo(Condition.ERROR_ACTIVE);
    }

    @Test
    void anInterfaceRestartedBetweenTwoCallsIsErrorActive() throws Exception {
        port();
        report(CanFrame.error(0x40));
        Await.until("bus off", () -> bus.state().condition() == Condition.BUS_OFF);
        setUp(false);
        setUp(true);
        assertThat(bus.state().condition()).isEqualTo(Condition.ERROR_ACTIVE);
    }

    @Test
    void framesLostByASlowReaderAreCountedAndTheRestIsInOrder() throws Exception {
        CanPort sender = port();
        CanPort slow = port();
        int count = moreFramesThanAPortHolds();
        for (int i = 0; i < count; i++) {
            sender.send(numbered(i));
        }
        int received = 0;
        for (CanFrame got = slow.receive(SHORT); got != null; got = slow.receive(SHORT)) {
            assertThat(got).isEqualTo(numbered(received++));
        }
        sender.send(numbered(count)); // the header of this frame carries the kernel's drop counter
        assertThat(slow.receive(AMPLE)).isEqualTo(numbered(count));
        assertThat(received).isBetween(100, count - 1);
        assertThat(bus.state().dropped()).isEqualTo(count - received);
    }

    private static CanFrame numbered(int i) {
        return frame(0x321, i >> 16 & 0xFF, i >> 8 & 0xFF, i & 0xFF);
    }
}
