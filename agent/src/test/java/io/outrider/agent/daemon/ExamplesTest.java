package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Examples of the documentation, as a reader would paste them. */
class ExamplesTest {
    @Test
    void eachPublishedCommandHasAUniqueJid() throws IOException {
        assertThat(pages()).hasSizeGreaterThan(5).allSatisfy(page -> {
            String text = Files.readString(page).replace("\\\n", "");
            assertThat(text.lines().filter(line -> line.contains("mosquitto_pub") && line.contains("\"jid\"")))
                    .as("%s: two examples with one jid get one answer", page)
                    .allSatisfy(line -> assertThat(line).contains("$(date "));
        });
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(Path.of("../docs"))) {
            return Stream.concat(
                            Stream.of(Path.of("../README.md")),
                            docs.filter(each -> each.toString().endsWith(".md")))
                    .toList();
        }
    }
}
