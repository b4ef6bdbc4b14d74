package io.outrider.agent.runtime.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Health;
import io.outrider.testkit.Announces;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartsTest {
    private final Parts parts = new Parts();
    private final List<String> log = new ArrayList<>();

    private Part part(String name) {
        return Part.named(name).closed(() -> log.add("closed " + name));
    }

    @Test
    void startAndHealthFollowThePositionsAndClosingTheReverseOfTheList() throws Exception {
        parts.add(part("a")
                .started(StartPosition.LINK, () -> log.add("started a"))
                .health(HealthPosition.LOOPS, () -> Health.NOTHING));
        parts.add(part("b"));
        parts.add(part("c")
                .started(StartPosition.DESIRED, () -> log.add("started c"))
                .health(HealthPosition.LINK, () -> Health.NOTHING));
        parts.start();
        assertThat(parts.health().keySet()).containsExactly("c", "a");
        parts.close();
        assertThat(log).containsExactly("started c", "started a", "closed c", "closed b", "closed a");
    }

    @Test
    @Announces("^part bad failed to close")
    void aPartThatFailsToCloseIsNamedAndTheOthersAreClosed() {
        parts.add(part("good"));
        parts.add(Part.named("bad").closed(() -> {
            throw new IllegalStateException("as planned by the test");
        }));
        parts.close();
        assertThat(log).containsExactly("closed good");
    }
}
