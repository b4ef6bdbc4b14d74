package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TomlPositionsTest {
    private static final List<String> VALUES = List.of(
            "1",
            "'a # b = [ c'",
            "\"a \\\" ] b\"",
            "[ 1, 2 ]",
            "[\n  1, # ] \"\n  2,\n]",
            "\"\"\"\n[x]\ny = 1\\\"\"\"\"\"\"",
            "'''\n[x]\n'' y = 1'''",
            "{ a = '}', b = { c = [1] } } # }",
            "\"\"",
            "''",
            "1979-05-27 # why");

    @Test
    void eachKeyIsFoundBesideAnyNeighbours() throws Failure {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            Map<String, Integer> expected = new LinkedHashMap<>();
            int key = 0;
            for (int section = 0; section < 4; section++) {
                text.append(random.nextBoolean() ? "\n# c [x] = \"\n" : "");
                String table = random.nextBoolean() ? "s" + section : "s" + section + ".t";
                expected.putIfAbsent("s" + section, line(text));
                expected.putIfAbsent(table, line(text));
                text.append(
                        random.nextBoolean() ? "[" + table + "]\n" : " [ " + table.replace(".", " . ") + " ] # x\n");
                for (int keys = random.nextInt(5); keys > 0; keys--) {
                    String name = "k" + key++;
                    expected.put(table + "." + name, line(text));
                    String written =
                            random.nextBoolean() ? name : random.nextBoolean() ? "\"" + name + "\"" : "'" + name + "'";
                    text.append(written).append(random.nextBoolean() ? " = " : "=");
                    text.append(VALUES.get(random.nextInt(VALUES.size())));
                    text.append(random.nextBoolean() ? "\n" : "\r\n\n");
                }
            }
            new TomlFile().read("f", text.toString());
            assertThat(TomlPositions.of(text.toString()).first)
                    .as("seed %d:\n%s", seed, text)
                    .isEqualTo(expected);
            assertThat(TomlPositions.of(text.toString()).again).isEmpty();
        }
    }

    private static int line(CharSequence text) {
        return 1 + (int) text.chars().filter(c -> c == '\n').count();
    }

    @Test
    void dottedKeysAreTables() {
        assertThat(TomlPositions.of("[a]\n\nb.c = 1\nb . \"d\" = 2\n").first)
                .isEqualTo(Map.of("a", 1, "a.b", 3, "a.b.c", 3, "a.b.d", 4));
    }

    @Test
    void aTableAfterItsPartIsNoRepetition() {
        TomlPositions lines = TomlPositions.of("[a.b]\nc = 1\n[a]\nd = 1\n[[e]]\n[[e]]\n");
        assertThat(lines.first).containsEntry("a", 1);
        assertThat(lines.again).doesNotContainKey("e");
    }

    @Test
    void eachEntryOfAListOfTablesHasItsOwnLines() {
        assertThat(TomlPositions.of("[[a.b]]\nc = 1\n[a.b.d]\ne = 1\n[[a.b]]\nc = 1\n[[a.b.f]]\n[[a.b.f]]\ng = 1\n")
                        .first)
                .containsEntry("a.b", 1)
                .containsEntry("a.b[0]", 1)
                .containsEntry("a.b[0].c", 2)
                .containsEntry("a.b[0].d", 3)
                .containsEntry("a.b[0].d.e", 4)
                .containsEntry("a.b[1]", 5)
                .containsEntry("a.b[1].c", 6)
                .containsEntry("a.b[1].f[1].g", 9);
        assertThat(TomlPositions.of("a = [\n {x = 1},\n 'b', 'c',\n {x = [{y = 1}]}]\n").first)
                .isEqualTo(Map.of("a", 1, "a[0]", 2, "a[3]", 4));
    }

    @Test
    void aKeyThatTwoEntriesHaveIsNoRepetition() {
        assertThat(TomlPositions.of("[[a]]\nb = 1\n[[a]]\nb = 1\n").again).isEmpty();
        assertThat(TomlPositions.of("[[a]]\nb = 1\n[[a]]\nb = 1\nb = 2").again).containsEntry("a[1].b", 5);
    }
}
