package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.wire.Priority;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads with a used up budget: only events are sent, failed ones included. */
class UsedUpBudgetTest {
    private static final SinkResult ACCEPTED = new SinkResult.Delivered();

    @TempDir
    Path folder;

    private Uploading usedUp(BatchSink sink) {
        Uploading here = new Uploading(folder, 10, 0, 1);
        here.budget.add("mqtt", 1_000_000);
        here.put(5);
        here.uploader.use(sink);
        return here;
    }

    private static void event(Uploading here) {
        here.backlog.put(MemoryBacklog.record("an event", Priority.HIGH));
        here.uploader.added(1, true);
    }

    @Test
    void anEventThatFailsTwiceIsTriedAgain() {
        AtomicInteger sent = new AtomicInteger();
        try (Uploading here = usedUp(new ScriptedSink(
                1, each -> sent.incrementAndGet() > 2 ? ACCEPTED : new SinkResult.Retry("503", null)))) {
            event(here);
            Await.until("it arrives", () -> here.backlog.deliveredSorted().size() == 1);
            assertThat(here.backlog.pending().records()).isEqualTo(5);
        }
    }

    @Test
    @Announces("record 9 \\(obd.rpm\\) rejected")
    void aBadEventDoesNotBlockOthers() {
        try (Uploading here = usedUp(
                new ScriptedSink(1, each -> ScriptedSink.holds(each, 9) ? new SinkResult.Refused("400") : ACCEPTED))) {
            for (int i = 0; i < 8; i++) { // 6 to 13
                event(here);
            }
            Await.until(
                    "the good ones arrive", () -> here.backlog.deliveredSorted().size() >= 7);
            Await.until("the bad one is found when others are taken", () -> {
                event(here);
                return here.backlog.discarded().contains(9L);
            });
            assertThat(here.backlog.deliveredSorted()).doesNotContain(1L, 2L, 3L, 4L, 5L, 9L);
        }
    }
}
