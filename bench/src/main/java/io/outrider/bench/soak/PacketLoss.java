package io.outrider.bench.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Fault injection: half of all IP packets between unit and broker are lost, the others take 50 ms, and connections are cut
 * at random. Done by a program between two tun devices, as kernels of test machines lack the netem module.
 */
record PacketLoss() implements FaultInjection {
    private static final double LOST = 0.5;
    private static final Duration DELAY = Duration.ofMillis(50);

    @Override
    public String name() {
        return "packet-loss";
    }

    @Override
    public String missing() {
        if (!Files.exists(Path.of("/dev/net/tun"))) {
            return "/dev/net/tun";
        }
        try {
            Path here = Files.createTempDirectory("outrider-soak");
            try { // often forbidden to root in a container
                new LossyLink(here, 1, 0, Duration.ZERO).close();
                return null;
            } finally {
                for (Path each : List.of(here.resolve("lossy.py"), here.resolve("lossy.log"), here)) {
                    Files.deleteIfExists(each);
                }
            }
        } catch (IOException e) {
            return "root that may make a network, python3 and iproute2";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "patience";
        }
    }

    @Override
    public void disturb(Fixture fixture, TimeBudget budget) throws Exception {
        LossyLink link =
                new LossyLink(fixture.home(), fixture.receiver().network().port(), LOST, DELAY);
        fixture.keep(link);
        fixture.unitUnderTest().uploadSettings(fixture.receiver().settings(link.address()));
        fixture.begin();
        while (budget.left()) {
            budget.pass(5_000, 20_000); // a connection takes some seconds to be established
            if (budget.chance(0.3)) {
                fixture.receiver().network().cut();
                fixture.did("connections cut");
            }
        }
        fixture.did("packets lost", link.lose(0));
    }
}
