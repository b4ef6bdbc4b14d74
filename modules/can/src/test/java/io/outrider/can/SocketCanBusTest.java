package io.outrider.can;

import io.outrider.api.Ticker;
import io.outrider.testkit.Programs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** The contract test on an interface created per test. */
@Tag("vcan")
class SocketCanBusTest extends CanBusContract {
    @Override
    CanBus create() throws Exception {
        Programs.sh("ip link add vcan5 mtu 72 type vcan");
        Programs.sh("ip link set vcan5 up");
        return new SocketCanBus("vcan5", Ticker.system());
    }

    @AfterEach
    void removeInterface() throws Exception {
        Programs.sh("ip link del vcan5");
    }

    @Override
    void setUp(boolean up) throws Exception {
        Programs.sh("ip link set vcan5 " + (up ? "up" : "down"));
    }

    @Override
    void report(CanFrame error) throws Exception {
        Programs.run("cansend", "vcan5", error.toString());
    }

    @Override
    int moreFramesThanAPortHolds() {
        return 60_000;
    }
}
