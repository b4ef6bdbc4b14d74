package io.outrider.docker.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page docs/start-parameters.md. */
class StartParametersPageTest {
    private List<String> lines;

    @BeforeEach
    void readPage() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/start-parameters.md"))) {
            folder = folder.getParent();
        }
        lines = Files.readAllLines(folder.resolve("docs/start-parameters.md"));
    }

    private List<String> rowsAfter(String heading) {
        return lines.stream()
                .dropWhile(line -> !line.equals(heading))
                .dropWhile(line -> !line.startsWith("|---"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
    }

    @Test
    void theTableOfThePageIsThatOfTheCode() {
        List<String> expected = StartParameters.TABLE.stream()
                .sorted(Comparator.comparing(row -> row.names().get(0)))
                .map(row -> "| `" + String.join("`, `", row.names()) + "` | " + row.form() + " | `"
                        + (row.target().equals(StartParameters.LOCAL_API) ? "Env" : row.target()) + "` |")
                .toList();
        assertThat(rowsAfter("## Parameters")).isEqualTo(expected).hasSizeGreaterThan(50);
    }

    @Test
    void eachFormIsExplainedOnce() {
        List<String> forms = StartParameters.TABLE.stream()
                .map(StartParameters.StartParameter::form)
                .distinct()
                .toList();
        assertThat(rowsAfter("## Forms").stream().map(row -> row.split(" ")[1]).toList())
                .containsExactlyInAnyOrderElementsOf(forms);
    }

    @Test
    void keywordsWithoutAnEffectAreNamed() {
        assertThat(String.join("\n", lines))
                .contains(StartParameters.IGNORED.stream()
                        .map(each -> "`" + each + "`")
                        .toList());
    }

    @Test
    void settingsOfTheOwnerAreNamed() {
        assertThat(rowsAfter("## What the owner of the unit can forbid").stream()
                        .map(row -> row.split("[` ]+")[1])
                        .toList())
                .containsExactly(
                        "allow_privileged",
                        "allow_host_network",
                        "bind_below",
                        "registries_only",
                        "require_digest",
                        "require_signature",
                        "purge_below");
    }
}
