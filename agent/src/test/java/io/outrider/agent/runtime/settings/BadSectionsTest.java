package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Secret;
import io.outrider.testkit.Announces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sections of which a key is missing, whose class has a fault, or of which a part is valid. */
class BadSectionsTest {
    record Needy(
            @JsonProperty(required = true) @JsonPropertyDescription("who it is")
            String name,

            Integer port) {}

    record Paired(String user, String file, boolean strict) {
        Paired {
            EntryCheck check = new EntryCheck();
            check.that(user != null || file == null, "user", "is missing beside file");
            check.that(!strict || file != null, "strict", "needs file beside it", "file");
            check.done();
        }
    }

    record Faulty(String name, @Secret String key) {
        Faulty {
            if (name != null && name.charAt(0) == '/') {
                throw new InvalidArgumentException("name", "is no path");
            }
        }
    }

    record Entry(String name, Integer value) implements NamedEntry {
        @Override
        public String uniqueName() {
            return name;
        }
    }

    record Listed(List<Entry> list, Integer gap) {
        Listed {
            if (gap != null && gap > 9) {
                throw new InvalidArgumentException("gap", gap + " is not from 0 to 9");
            }
        }
    }

    private static final SettingsSchema SCHEMA = new SettingsSchema(new TreeMap<>(
            Map.of("faulty", Faulty.class, "listed", Listed.class, "needy", Needy.class, "paired", Paired.class)));

    @TempDir
    Path folder;

    private static List<String> problems(String... lines) throws Failure {
        List<String> problems = new ArrayList<>(SCHEMA.problems(Shapes.toml(lines)));
        problems.remove("settings, [needy] name: is missing: who it is");
        return problems;
    }

    @Test
    void aKeyThatIsMissingHasTheLineOfTheSection() throws Exception {
        assertThat(problems("", "[needy]", "port = 5"))
                .containsExactly("f.toml:2: [needy] name: is missing: who it is");
        assertThat(problems("needy.port = 5")).containsExactly("f.toml:1: [needy] name: is missing: who it is");
        assertThat(problems("[paired]", "file = 'x'"))
                .containsExactly("f.toml:1: [paired] user: is missing beside file");
        Path more = Files.createDirectories(folder.resolve("conf.d")).resolve("a.toml");
        Files.writeString(Files.createFile(folder.resolve("outrider.toml")), "[listed]\ngap = 1\n");
        Files.writeString(more, "\n\n[needy]\nport = 5\n");
        Settings settings = SettingsFiles.named(folder.resolve("outrider.toml"), Settings.none())
                .load();
        assertThat(SCHEMA.problems(settings)).containsExactly(more + ":3: [needy] name: is missing: who it is");
        assertThat(SCHEMA.problems(Settings.of(List.of("needy.port=5"))))
                .containsExactly("settings, [needy] name: is missing: who it is");
    }

    @Test
    void aKeyThatIsWrongIsNotReportedAsMissingToo() throws Exception {
        assertThat(problems("[needy]", "name = 5"))
                .containsExactly(
                        "f.toml:2: [needy] name: takes text, which stands in quotes; without them it is a number, 5");
        assertThat(problems("[paired]", "user = 5", "file = 'x'"))
                .containsExactly(
                        "f.toml:2: [paired] user: takes text, which stands in quotes; without them it is a number, 5");
        assertThat(problems("[paired]", "strict = true", "file = 7"))
                .containsExactly(
                        "f.toml:3: [paired] file: takes text, which stands in quotes; without them it is a number, 7");
    }

    @Test
    @Announces("settings class .*Faulty failed")
    void aFaultOfASettingsClassNamesSectionAndLine() throws Exception {
        assertThat(problems("[faulty]", "name = ''", "key = '4711'"))
                .containsExactly("f.toml:1: [faulty] its settings class Faulty failed"
                        + " (StringIndexOutOfBoundsException), which is a fault in it; please report it with what the log has"
                        + " of it");
        assertThat(problems("[faulty]", "name = '/x'")).containsExactly("f.toml:2: [faulty] name: is no path");
    }

    @Test
    void theReferencesOfValidEntriesAreCheckedBesideWrongOnes() throws Exception {
        Settings settings = Shapes.toml(
                "[needy]",
                "name = 'n'",
                "port = 'x'",
                "[listed]",
                "gap = 10",
                "list = [",
                "  {name = 'a', value = 'x'},",
                "  {name = 'b', value = 7},",
                "  {name = 'a'},",
                "  {name = 'c', value = 8},",
                "  {name = 'b', value = 9}]");
        List<Integer> values = new ArrayList<>();
        SettingsSchema.Checked checked = SCHEMA.check(settings, bound -> {
            Listed listed = bound.section("listed", Listed.class);
            List<String> problems = new ArrayList<>();
            for (int i = 0; i < listed.list().size(); i++) {
                values.add(listed.list().get(i).value());
                problems.add(bound.problem("listed", "list[" + i + "].value", "leads nowhere"));
            }
            problems.add(bound.problem(
                    "needy", "name", bound.section("needy", Needy.class).name() + " is unknown"));
            return new ReferenceCheck.Findings(problems, List.of());
        });
        assertThat(values).containsExactly(7, 8);
        assertThat(checked.problems())
                .containsExactly(
                        "f.toml:7: [listed] the 1st entry of listed ('a'), value: takes a whole number, not 'x'",
                        "f.toml:9: [listed] the 3rd entry of listed ('a'), name: 'a' is the name of entry 1 too; give one of"
                                + " them another name",
                        "f.toml:11: [listed] the 5th entry of listed ('b'), name: 'b' is the name of entry 2 too; give one of"
                                + " them another name",
                        "f.toml:5: [listed] gap: 10 is not from 0 to 9",
                        "f.toml:3: [needy] port: takes a whole number, not 'x'",
                        "f.toml:8: [listed] the 2nd entry of listed ('b'), value: leads nowhere",
                        "f.toml:10: [listed] the 4th entry of listed ('c'), value: leads nowhere",
                        "f.toml:2: [needy] name: n is unknown");
    }
}
