package io.outrider.bench.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Half of all IP packets between unit and broker are lost, each way, and the others take 50 ms; now and then the
 * connections are cut on top. By a program between two tun devices: netem is a module that kernels of test machines
 * lack, tun is not.
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
            try { // root in a container often may not
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
    public void disturb(Fixture scene, TimeBudget span) throws Exception {
        LossyLink link = new LossyLink(scene.home(), scene.receiver().network().port(), LOST, DELAY);
        scene.keep(link);
        scene.trial().to(scene.receiver().settings(link.address()));
        scene.begin();
        while (span.left()) {
            span.pass(5_000, 20_000); // a connection needs some seconds to get anywhere
            if (span.chance(0.3)) {
                scene.receiver().network().cut();
                scene.did("connections cut");
            }
        }
        scene.did("packets lost", link.lose(0));
    }
}
