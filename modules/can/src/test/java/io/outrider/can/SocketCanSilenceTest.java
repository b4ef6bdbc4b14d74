package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract test on the kernel's counters, with other processes as nodes. */
@Tag("vcan")
class SocketCanSilenceTest extends SilenceContract {
    @Override
    CanBus create() throws Exception {
        add();
        return new SocketCanBus("vcan6", Ticker.system());
    }

    private static void add() throws Exception {
        Programs.sh("ip link add vcan6 mtu 72 type vcan");
        Programs.sh("ip link set vcan6 up");
    }

    @AfterEach
    void removeInterface() throws Exception {
        Programs.sh("ip link del vcan6");
    }

    @Override
    void anotherNodeSends() throws Exception {
        Programs.run("cansend", "vcan6", "100#0102");
    }

    @Test
    void aRecreatedInterfaceIsMonitoredAndItsRemovalIsNoActivity() throws Exception {
        anotherNodeSends();
        Await.until("it was heard", () -> bus.silenceNanos() < Long.MAX_VALUE);
        removeInterface();
        waitOneInterval();
        long silent = bus.silenceNanos();
        add();
        waitOneInterval();
        assertThat(bus.silenceNanos()).isGreaterThan(silent);
        long before = System.nanoTime();
        anotherNodeSends();
        Await.until("it was heard again", () -> bus.silenceNanos() <= System.nanoTime() - before);
    }
}
