package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Inhibition;
import io.outrider.testkit.Await;
import io.outrider.testkit.ManualTicker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacklogInhibitionTest {
    private final ManualTicker ticker = new ManualTicker();
    private final Inhibitions inhibitions = new Inhibitions(ticker);
    private final BacklogInhibition backlog = new BacklogInhibition(inhibitions, ticker);

    private List<Inhibition> active() {
        return inhibitions.active(Activity.SLEEP);
    }

    private void pass(long minutes) {
        ticker.advance(Duration.ofMinutes(minutes).toNanos());
    }

    @Test
    void aBacklogInhibitsSleepForTenMinutesAltogether() {
        backlog.sending();
        pass(4);
        backlog.pause();
        assertThat(active()).isEmpty();
        pass(3);
        backlog.sending();
        assertThat(active())
                .containsExactly(new Inhibition(
                        "upload", Activity.SLEEP, "upload of a backlog", Duration.ZERO, Duration.ofMinutes(3)));
        pass(3);
        backlog.sending();
        backlog.pause();
        backlog.sending();
        assertThat(active()).as("its time is over").isEmpty();
    }

    @Test
    void theNextBacklogHasItsOwnTime() {
        backlog.sending();
        pass(10);
        backlog.sent();
        assertThat(active()).isEmpty();
        backlog.sending();
        assertThat(active()).hasSize(1);
    }

    @Test
    void theUploadInhibitsSleepWhileMoreThanABatchWaitsAndTheSinkTakesIt(@TempDir Path folder) {
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            ScriptedSink sink = new ScriptedSink(1, each -> null);
            here.put(10);
            here.uploader.use(sink);
            Await.until("a batch is under way", () -> sink.sent().size() == 1);
            assertThat(here.inhibitions.active(Activity.SLEEP)).as("one batch").isEmpty();
        }
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            ScriptedSink silent = new ScriptedSink(1, each -> null);
            here.put(30);
            here.uploader.use(silent);
            Await.until(
                    "it inhibits", () -> here.inhibitions.active(Activity.SLEEP).size() == 1);
        }
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            ScriptedSink sink = new ScriptedSink(1, each -> new SinkResult.Delivered());
            here.put(30);
            here.uploader.use(sink);
            Await.until("all is sent", () -> here.backlog.pending().records() == 0);
            Await.until("it ends", () -> here.inhibitions.active(Activity.SLEEP).isEmpty());
        }
    }
}
