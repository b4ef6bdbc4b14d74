package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the check of a settings file, and of the example file. */
class ConfigCheckTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    private List<String> check(String text, Settings inForce) throws Exception {
        Path file = Files.writeString(directory.resolve("f.toml"), text);
        // as it comes from the daemon: through JSON
        Optional<JsonNode> running = inForce == null
                ? Optional.empty()
                : Optional.of(JSON.readTree(
                        JSON.writeValueAsString(Shapes.SECTIONS.effective(Shapes.SECTIONS.validate(inForce)))));
        return new ConfigCheck(SettingsFiles.named(file, Settings.none()), Shapes.SECTIONS, ReferenceCheck.NONE)
                .check(running);
    }

    @Test
    void itListsTheChanges() throws Exception {
        Settings inForce = Shapes.toml("obd.protocol = '6'", "jobs.key = 'a'", "jobs.share = 0.5");
        assertThat(check("obd.protocol = '7'\njobs.key = 'b'\njobs.share = 0.5\njobs.password = 'x'", inForce))
                .containsExactly(
                        "good: " + directory.resolve("f.toml"),
                        "would change:",
                        "  jobs.password: (not set) -> ********",
                        "  obd.protocol: \"6\" -> \"7\"");
        assertThat(check("", Settings.none())).endsWith("nothing would change");
        assertThat(check("", null))
                .endsWith("outrider does not run here, or does not answer: what would change is not known");
    }

    @Test
    void itNamesModulesThatTheRunningDaemonLoadsAtARestartOnly() throws Exception {
        Path file = Files.writeString(directory.resolve("f.toml"), "obd.protocol = '6'");
        ConfigCheck check =
                new ConfigCheck(SettingsFiles.named(file, Settings.none()), Shapes.SECTIONS, ReferenceCheck.NONE);
        ObjectNode running =
                (ObjectNode) JSON.valueToTree(Shapes.SECTIONS.effective(Shapes.SECTIONS.validate(Settings.none())));
        assertThat(check.check(Optional.of(running))).noneMatch(line -> line.contains("restart"));
        ((ObjectNode) running.path("obd")).remove("protocol");
        running.remove("state");
        running.putObject("door");
        assertThat(check.check(Optional.of(running)))
                .filteredOn(line -> line.contains("restart"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("does not have the module of [obd]"),
                        line -> assertThat(line).contains("does not have the module of [state]"),
                        line -> assertThat(line).contains("still has the module of [door]"));
    }

    @Test
    void itListsTheProblems() throws Exception {
        assertThatThrownBy(() -> check("[obd]\nshare_ms = 'x'\nbaud = 1", Settings.none()))
                .isInstanceOfSatisfying(
                        Failure.class,
                        refusal -> assertThat(refusal.getMessage().lines())
                                .hasSize(2)
                                .allMatch(line -> line.startsWith(directory + "/f.toml:")));
        assertThatThrownBy(() -> check("[obd", Settings.none())).isInstanceOf(Failure.class);
    }

    @Test
    void theExampleIsValidUnchangedAndWithAllItsKeys() throws Exception {
        String example = new SettingsExample(Shapes.SECTIONS).text();
        assertThat(check(example, Settings.none())).endsWith("nothing would change");
        String all = Arrays.stream(example.split("\n"))
                .filter(line -> !line.startsWith("# ") && !line.endsWith(" ="))
                .map(line -> line.startsWith("#") ? line.substring(1) : line)
                .collect(Collectors.joining("\n"));
        assertThat(all).contains("waiting = 8", "limits = { \"a b\" = 1 }", "protocol = \"auto\"");
        assertThat(check(all, Settings.none())).as(all).endsWith("nothing would change");
    }

    @Test
    void theExampleListsAndExplainsAllSettings() throws Failure {
        String example = new SettingsExample(Shapes.SECTIONS).text();
        assertThat(missing(example, Shapes.SECTIONS)).isEmpty();
        assertThat(example)
                .contains("# name of the CAN interface (text); else: the first there is, else can0\n#can =\n")
                .contains("# how long the first answer is waited for, 10 to 30000 ms (integer)\n")
                .contains("#response_timeout_ms = 500\n")
                .contains("(reject|wait)\n#full = \"reject\"\n")
                .contains("# opens it (text); not set; never shown\n#key =\n")
                .doesNotContain("[state]");
        assertThat(example.lines()).allMatch(line -> line.length() <= 120);
    }

    /** The sections and keys that a text does not name. */
    static List<String> missing(String text, SettingsSchema sections) {
        return sections.names().stream()
                .filter(section -> !sections.keys(section).isEmpty())
                .flatMap(section -> sections.keys(section).stream()
                        .filter(key -> !text.contains("[" + section + "]")
                                || !text.matches("(?s).*\\b" + key.name() + "\\b.*"))
                        .map(key -> section + "." + key.name()))
                .toList();
    }

    @Test
    void missingKeysAreFound() {
        assertThat(missing("[jobs] [obd] waiting_x can", Shapes.SECTIONS))
                .contains("jobs.waiting", "obd.protocol")
                .doesNotContain("obd.can");
    }
}
