package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Commands of the operator, and the running service. */
class ServiceCommandTest {
    @TempDir
    Path folder;

    private Path settings;
    private final StringWriter printed = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @BeforeEach
    void writeSettings() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        settings = Files.writeString(
                folder.resolve("settings.toml"),
                "data = \"" + folder.resolve("data") + "\"\n[http]\nport = 0\n[broker]\nport = " + port + "\n");
    }

    private int execute(String... words) {
        CommandLine line = ServiceCommand.commandLine();
        line.setOut(new PrintWriter(printed));
        line.setErr(new PrintWriter(errors));
        String[] all = java.util.Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--settings";
        all[words.length + 1] = settings.toString();
        return line.execute(all);
    }

    @Test
    void accountsAndTokensAreManaged() {
        assertThat(execute("account", "add", "north", "--containers")).isZero();
        assertThat(execute("account", "add", "north")).isEqualTo(1);
        assertThat(errors.toString()).contains("there is such a account already");
        assertThat(execute("account", "containers", "north", "off")).isZero();
        assertThat(execute("token", "add", "north", "backend", "--valid", "30d"))
                .isZero();
        String token = printed.toString().strip();
        assertThat(token).hasSize(43);
        assertThat(execute("token", "list", "north")).isZero();
        assertThat(printed.toString().replace(token, "")).contains("backend").doesNotContain(token);
        assertThat(execute("token", "delete", "north", "1")).isZero();
        assertThat(execute("token", "delete", "north", "1")).isEqualTo(1);
        assertThat(execute("account", "list")).isZero();
        assertThat(printed.toString()).containsPattern("north +off +0 +0");
    }

    @Test
    void aCodeEnrolsAUnitWhichIsListed() throws Exception {
        execute("account", "add", "north");
        assertThat(execute("device", "code", "north", "--unit", "van-12", "--valid", "1h"))
                .isZero();
        String code = printed.toString().strip();
        try (ServiceCore core = ServiceCore.open(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC())) {
            new io.outrider.service.devices.Enrolment(core.database(), core.devices(), core.key(), core.clock())
                    .enrol(code, null);
        }
        assertThat(execute("device", "list", "north")).isZero();
        assertThat(printed.toString()).containsPattern("van-12 +van-12 +offline");
    }

    @Test
    void mistakesOfTheOperatorAreSentences() {
        assertThat(execute("token", "list", "nobody")).isEqualTo(1);
        assertThat(errors.toString()).contains("there is no account 'nobody'").doesNotContain("Exception");
        assertThat(execute("accout")).isEqualTo(2);
        assertThat(execute("token", "add", "x", "y", "--valid", "soon")).isEqualTo(1);
        assertThat(errors.toString()).contains("'soon' is no duration");
    }

    @Test
    void aBackupIsRestoredWithItsKeysAndTokens() throws Exception {
        execute("account", "add", "north");
        execute("token", "add", "north", "backend");
        String token = printed.toString().strip();
        Path backup = folder.resolve("backup.zip");
        assertThat(execute("backup", backup.toString())).isZero();
        assertThat(execute("restore", backup.toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("move the data folder away");
        Files.move(folder.resolve("data"), folder.resolve("old"));
        assertThat(execute("restore", backup.toString())).isZero();
        try (ServiceCore core = ServiceCore.open(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC())) {
            assertThat(core.accounts().ofApiToken(token)).isPresent();
        }
        Files.move(folder.resolve("data"), folder.resolve("older"));
        assertThat(execute(
                        "restore", Files.writeString(folder.resolve("x"), "x").toString()))
                .isEqualTo(1);
        assertThat(errors.toString()).contains("is no backup of this service");
    }

    @Test
    void anotherKeyFileIsRefused() throws Exception {
        execute("account", "add", "north");
        Files.writeString(folder.resolve("data/service.key"), "ab".repeat(32));
        assertThat(execute("account", "list")).isEqualTo(1);
        assertThat(errors.toString()).contains("the key file is not the one that this database was made with");
        Files.writeString(folder.resolve("data/service.key"), "x");
        assertThat(execute("account", "list")).isEqualTo(1);
        assertThat(errors.toString()).contains("is no key of this service");
    }

    @Test
    void theServiceMakesTheFirstAccountOnceAndRunsOnceInAFolder() throws Exception {
        ServiceSettings read = SettingsReader.read(settings, Map.of(), folder);
        try (FleetService service = FleetService.start(read, Clock.systemUTC())) {
            assertThat(FirstAccount.createIfMissing(service)).isNotEmpty();
            assertThat(FirstAccount.createIfMissing(service)).isEmpty();
            String token = Files.readString(read.data().resolve("first-token")).strip();
            assertThat(service.core().accounts().ofApiToken(token)).isPresent();
            Await.until("the link is up", () -> service.problems().isEmpty());
            assertThat(execute("run")).isEqualTo(1);
            assertThat(errors.toString()).contains("another service runs");
            assertThat(execute("account", "list")).isZero();
        }
    }
}
