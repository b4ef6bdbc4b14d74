package io.outrider.agent.fleet.desired;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.modules.DesiredParts;
import io.outrider.agent.telemetry.loggers.LoggersDesiredPart;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/** Random documents and restarts: the last good document is in force and reported. */
class DesiredHistoryTest {
    @TempDir
    Path folder;

    private List<?> running = List.of();
    private int reports;

    private DesiredState started() {
        running = List.of(); // a new process has none
        DesiredState desired = new DesiredState(
                folder.resolve("desired"),
                "1.0",
                Instant.EPOCH,
                List.of(new LoggersDesiredPart(this::apply)),
                new DesiredParts(),
                each -> reports++);
        desired.start();
        return desired;
    }

    private List<LoggersDesiredPart.RefusedLogger> apply(List<?> loggers) {
        running = loggers;
        return List.of();
    }

    @RepeatedTest(20)
    void theLastGoodDocumentIsInForce() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> sent = new ArrayList<>();
        String good = null;
        int revision = 0;
        DesiredState desired = started();
        for (int i = 0; i < 60; i++) {
            switch (random.nextInt(5)) {
                case 0 -> desired = started();
                case 1 -> desired.accept("{\"revision\": []}".getBytes(StandardCharsets.UTF_8), () -> {});
                case 2 -> desired.publish();
                default -> {
                    boolean again = !sent.isEmpty() && random.nextBoolean();
                    String next =
                            again ? sent.get(random.nextInt(sent.size())) : document(revision++, random.nextInt(3));
                    sent.add(next);
                    good = good == null || revision(next) >= revision(good) ? next : good;
                    desired.accept(next.getBytes(StandardCharsets.UTF_8), () -> {});
                }
            }
            if (good != null) {
                DesiredDocument expected = DesiredDocument.of(good.getBytes(StandardCharsets.UTF_8));
                assertThat(running)
                        .as("seed %d", seed)
                        .isEqualTo(expected.members().getOrDefault("loggers", List.of()));
                assertThat(desired.report(0)).containsEntry("revision", expected.revision());
                assertThat(folder.resolve("desired/desired.json")).hasContent(good);
            }
        }
        try (var files = Files.list(folder.resolve("desired"))) {
            assertThat(files).hasSize(1);
        }
        assertThat(reports).isPositive();
    }

    private static int revision(String document) throws Exception {
        return DesiredDocument.of(document.getBytes(StandardCharsets.UTF_8))
                .revision()
                .intValue();
    }

    private static String document(int revision, int loggers) {
        List<String> list = new ArrayList<>();
        for (int i = 0; i < loggers; i++) {
            list.add("{\"name\": \"l" + i + "\", \"interval\": " + (revision % 3 + 1) + "}");
        }
        return "{\"revision\": " + revision + ", \"loggers\": [" + String.join(",", list) + "]}";
    }
}
