package io.outrider.agent.vehicle.triggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TriggerSettingsTest {
    @TempDir
    Path folder;

    private TriggerSettings read(String... lines) throws Exception {
        Path file = Files.write(folder.resolve("outrider.toml"), List.of(lines));
        Settings settings = SettingsFiles.named(file, Settings.none()).load();
        new SettingsSchema(Map.of("triggers", TriggerSettings.class)).validate(settings);
        return settings.section("triggers", TriggerSettings.class);
    }

    private void refused(String why, String... lines) {
        assertThatThrownBy(() -> read(lines)).hasMessageContaining(why);
    }

    /** The examples of the documentation are valid. */
    @Test
    void theExampleOfTheDocumentationIsValid() throws Exception {
        String page = Files.readString(Path.of("../docs/events.md"));
        String example = page.substring(page.indexOf("```toml") + 7, page.indexOf("```", page.indexOf("```toml") + 7));
        TriggerSettings settings = read(example);
        assertThat(settings.list())
                .containsExactly(
                        new Trigger(
                                "codes when the engine stops",
                                List.of("vehicle/engine/stopped"),
                                List.of(),
                                "obd.dtc",
                                List.of(),
                                Map.of(),
                                600),
                        new Trigger(
                                "door",
                                List.of("cooler/door/*", "hatch/door/open"),
                                List.of("not position/standstill"),
                                "cmd.run",
                                List.of("logger 'door: {tag} at {data.temperature} degrees'"),
                                Map.of(),
                                0));
    }

    @Test
    void emptySettingsHaveNoTriggers() throws Exception {
        assertThat(read("")).isEqualTo(TriggerSettings.defaults());
    }

    @Test
    void invalidKeysAreNamed() {
        refused("name: is missing", "[[triggers.list]]", "on = 'a/b'", "function = 'a.b'");
        refused("on: takes patterns", "[[triggers.list]]", "name = 'x'", "function = 'a.b'");
        refused("function: takes the name", "[[triggers.list]]", "name = 'x'", "on = 'a/b'", "function = 'ab'");
        refused(
                "did you mean engine/running?",
                "[[triggers.list]]",
                "name = 'x'",
                "on = 'a/b'",
                "function = 'a.b'",
                "when = ['engine/runing']");
        refused("cooldown", "[[triggers.list]]", "name = 'x'", "on = 'a/b'", "function = 'a.b'", "cooldown = -1");
        refused("cooldwn", "[[triggers.list]]", "name = 'x'", "on = 'a/b'", "function = 'a.b'", "cooldwn = 1");
        refused("list", "[triggers]", "list = 7");
    }

    private void assertSentences(List<String> lines, String... text) throws Exception {
        Path file = Files.write(folder.resolve("outrider.toml"), List.of(text));
        Settings settings = SettingsFiles.named(file, Settings.none()).load();
        assertThat(new SettingsSchema(Map.of("triggers", TriggerSettings.class)).problems(settings))
                .containsExactlyElementsOf(
                        lines.stream().map(each -> file + ":" + each).toList());
    }

    @Test
    void everyMistakeNamesItsLineTriggerAndKey() throws Exception {
        assertSentences(
                List.of(
                        "9: [triggers] the 2nd trigger ('x'): there is no key 'cooldwn' (did you mean cooldown?);"
                                + " there are: name, on, when, function, arg, kwarg, cooldown",
                        "13: [triggers] the 3rd trigger, cooldown: takes a number without quotes: 5",
                        "10: [triggers] the 3rd trigger, name: is missing: what the log calls it, such as \"door\""),
                "[[triggers.list]]",
                "name = 'w'",
                "on = 'a/b'",
                "function = 'a.b'",
                "[[triggers.list]]",
                "name = 'x'",
                "on = 'a/b'",
                "function = 'a.b'",
                "cooldwn = 1",
                "[[triggers.list]]",
                "on = 'a/b'",
                "function = 'a.b'",
                "cooldown = '5'");
    }

    @Test
    void allMistakesOfATriggerAreReported() throws Exception {
        assertSentences(
                List.of(
                        "1: [triggers] the 1st trigger, name: is missing: what the log calls it, such as \"door\"",
                        "2: [triggers] the 1st trigger, on[1]: takes patterns of tags, such as \"vehicle/engine/*\"",
                        "3: [triggers] the 1st trigger, function: takes the name of a function, such as \"obd.query\"",
                        "4: [triggers] the 1st trigger, cooldown: -1 is not from 0 to 86400"),
                "[[triggers.list]]",
                "on = ['a/b', '']",
                "function = 'ab'",
                "cooldown = -1");
    }

    @Test
    void duplicateNamesAreReported() throws Exception {
        assertSentences(
                List.of("7: [triggers] the 2nd trigger ('x'), name: 'x' is the name of entry 1 too; give one of them"
                        + " another name"),
                "[[triggers.list]]",
                "name = 'x'",
                "on = 'a/b'",
                "function = 'a.b'",
                "",
                "[[triggers.list]]",
                "name = 'x'",
                "on = 'c/d'",
                "function = 'a.b'");
    }

    @Test
    void anEntryThatIsNoTableIsReported() throws Exception {
        assertSentences(
                List.of("1: [triggers] the 1st trigger: is no table, each of which begins with [[triggers.list]]"),
                "triggers.list = [7]");
        assertSentences(
                List.of("1: [triggers] list: takes tables, each of which begins with [[triggers.list]]"),
                "[triggers.list]",
                "name = 'x'");
    }

    /** Text that begins with a brace is a placeholder, not JSON. */
    @Test
    void anArgumentThatIsAPlaceholderStaysText() throws Exception {
        assertThat(read("[[triggers.list]]", "name = 'x'", "on = 'a/b'", "function = 'a.b'", "arg = ['{tag}', '[1]']")
                        .list()
                        .get(0)
                        .arg())
                .containsExactly("{tag}", "[1]");
    }
}
