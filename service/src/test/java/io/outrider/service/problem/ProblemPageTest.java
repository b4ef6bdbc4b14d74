package io.outrider.service.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Check that docs/service.md lists the codes of problems with their status. */
class ProblemPageTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| (\\d{3}) \\| ");

    @Test
    void thePageListsEachCodeWithItsStatus() throws IOException {
        String page = Files.readString(Path.of("../docs/service.md"));
        List<String> rows = ROW.matcher(page)
                .results()
                .map(each -> each.group(1) + " " + each.group(2))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(Stream.of(ProblemCode.values())
                        .map(each -> each.name() + " " + each.status())
                        .toList());
    }
}
