package io.outrider.can;

import io.outrider.api.Ticker;

class VirtualBusTest extends CanBusContract {
    private VirtualBus virtual;

    @Override
    CanBus create() {
        virtual = new VirtualBus("virtual0", Ticker.system(), () -> System.currentTimeMillis() * 1_000);
        return virtual;
    }

    @Override
    void setUp(boolean up) {
        virtual.setUp(up);
    }

    @Override
    void report(CanFrame error) {
        virtual.report(error);
    }

    @Override
    int moreFramesThanAPortHolds() {
        return 2_000;
    }
}
