package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SighupHandlerTest {
    private final AtomicInteger reloads = new AtomicInteger();
    private final SighupHandler hangup = new SighupHandler();

    @Test
    void aSignalBeforeReadyCausesOneReload() {
        hangup.run();
        hangup.run();
        assertThat(reloads).hasValue(0);
        hangup.ready(reloads::incrementAndGet);
        assertThat(reloads).hasValue(1);
        hangup.run();
        assertThat(reloads).hasValue(2);
    }

    @Test
    void withoutASignalNothingIsReloaded() {
        hangup.ready(reloads::incrementAndGet);
        assertThat(reloads).hasValue(0);
    }
}
