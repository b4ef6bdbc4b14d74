package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.daemon.BuiltinModules;
import io.outrider.agent.daemon.FirstSteps;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Address of the daemon, as found by a user who cannot read the daemon's data. */
class DaemonAddressTest {
    @TempDir
    private Path folder;

    private final List<String> warnings = new ArrayList<>();

    private DaemonEndpoint find(String toml) throws Exception {
        Path file = Files.writeString(folder.resolve("outrider.toml"), toml);
        DaemonAddress address = new DaemonAddress(
                List.of(folder.resolve("data")), List.of(folder), () -> BuiltinModules.sections(List.of()));
        return address.find(SettingsFiles.named(file, Settings.none()), warnings::add);
    }

    @Test
    void theAddressComesFromTheSectionLocal() throws Exception {
        DaemonEndpoint place = find("[local]\nport = 9100\naddress = \"127.0.0.2\"\ntoken_file = \"/tokens/t\"\n");
        assertThat(place)
                .isEqualTo(new DaemonEndpoint(
                        "127.0.0.2", 9100, List.of(Path.of("/tokens/t")), List.of(folder.resolve("api-9100.sock"))));
        assertThat(find("").port()).isEqualTo(9000);
        assertThat(find("").tokenFiles()).containsExactly(folder.resolve("token"));
        assertThat(warnings).isEmpty();
    }

    @Test
    void aFolderWithASocketComesBeforeATokenThatAnEndedDaemonHasLeft() throws Exception {
        Path ended = Files.createDirectory(folder.resolve("ended"));
        Path running = Files.createDirectory(folder.resolve("running"));
        Path file = Files.writeString(folder.resolve("outrider.toml"), "");
        DaemonAddress address = new DaemonAddress(
                List.of(folder.resolve("data")), List.of(ended, running), () -> BuiltinModules.sections(List.of()));
        SettingsFiles files = SettingsFiles.named(file, Settings.none());
        assertThat(address.find(files, warnings::add).tokenFiles().get(0)).isEqualTo(ended.resolve("token"));
        Files.createFile(running.resolve("api-9000.sock"));
        assertThat(address.find(files, warnings::add).tokenFiles())
                .containsExactly(running.resolve("token"), ended.resolve("token"));
    }

    @Test
    void mistakesInOtherSectionsDoNotMatter() throws Exception {
        assertThat(find("[local]\nport = 9100\n[obd]\nprotocl = \"6\"\n[nosuch]\na = 1\n")
                        .port())
                .isEqualTo(9100);
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[obd\ncan = 1\n[local]\nport = 9100\n", "[local] # here\nport = 9100\n[obd]\ncan = can0\n"})
    void theSectionLocalIsReadFromAMalformedFile(String toml) throws Exception {
        assertThat(find(toml).port()).isEqualTo(9100);
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("outrider.toml:", "asking the daemon on 127.0.0.1 port 9100 all the same");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[local]\nport = x\n", "[local]\nport = 70000\n", "[local]\nprot = 9100\n", "local = 1\n"})
    void withoutTheSectionTheDefaultsApply(String toml) throws Exception {
        assertThat(find(toml).port()).isEqualTo(9000);
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("asking the daemon on 127.0.0.1 port 9000 all the same");
    }

    @Test
    void aMissingNamedFileIsAnError() {
        DaemonAddress address = new DaemonAddress(List.of(), List.of(folder), () -> BuiltinModules.sections(List.of()));
        assertThatThrownBy(() ->
                        address.find(SettingsFiles.named(folder.resolve("none.toml"), Settings.none()), warnings::add))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("none.toml");
    }

    @Test
    void withoutSettingsATerminalShowsTheFirstSteps() throws Exception {
        SettingsFiles none = new SettingsFiles(folder.resolve("outrider.toml"), false, Settings.none());
        assertThat(FirstSteps.text(none))
                .get()
                .asString()
                .contains(folder + "/outrider.toml", "outrider config example", "outrider daemon --config", "Ctrl-C");
        Files.writeString(folder.resolve("outrider.toml"), "");
        assertThat(FirstSteps.text(none)).isEmpty();
    }
}
