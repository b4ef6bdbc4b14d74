package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import io.outrider.testkit.Shell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract by the kernel's count, where the others are programs of their own. */
@Tag("vcan")
class SocketCanSilenceTest extends SilenceContract {
    @Override
    CanBus create() throws Exception {
        add();
        return new SocketCanBus("vcan6", Ticker.system());
    }

    private static void add() throws Exception {
        Shell.sh("ip link add vcan6 mtu 72 type vcan");
        Shell.sh("ip link set vcan6 up");
    }

    @AfterEach
    void removeInterface() throws Exception {
        Shell.sh("ip link del vcan6");
    }

    @Override
    void somebodySpeaks() throws Exception {
        Shell.run("cansend", "vcan6", "100#0102");
    }

    @Test
    void anInterfaceThatWasMadeAgainIsHeardAgainAndItsRemovalIsNot() throws Exception {
        somebodySpeaks();
        Await.until("it was heard", () -> bus.silenceNanos() < Long.MAX_VALUE);
        removeInterface();
        aWhilePasses();
        long silent = bus.silenceNanos();
        add();
        aWhilePasses();
        assertThat(bus.silenceNanos()).isGreaterThan(silent);
        long before = System.nanoTime();
        somebodySpeaks();
        Await.until("it was heard again", () -> bus.silenceNanos() <= System.nanoTime() - before);
    }
}
