package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.problem.Problem;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.Projects;
import io.outrider.service.releases.ReleaseDevices;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands of the operator, and the running service. */
class ServiceCommandTest extends OperatorUnderTest {
    @Test
    void accountsAndTokensAreManaged() {
        assertThat(execute("account", "add", "north", "--containers")).isZero();
        assertThat(execute("account", "add", "north")).isEqualTo(1);
        assertThat(errors.toString()).contains("there is an account of this name already; take another one");
        assertThat(execute("account", "containers", "north", "off")).isZero();
        assertThat(execute("token", "add", "north", "backend", "--valid", "30d"))
                .isZero();
        String token = printed.toString().strip();
        assertThat(token).hasSize(43);
        assertThat(execute("token", "list", "north")).isZero();
        assertThat(printed.toString().replace(token, "")).contains("backend").doesNotContain(token);
        assertThat(execute("token", "delete", "north", "1")).isZero();
        assertThat(execute("token", "delete", "north", "1")).isEqualTo(1);
        assertThat(execute("user", "delete", "gone@example.com")).isEqualTo(1);
        assertThat(errors.toString()).contains("there is no user 'gone@example.com'");
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
    void whatUnitsAndClientsWriteDoesNotControlTheTerminal() throws Exception {
        execute("account", "add", "north");
        String agent = "1.0\u001b[31m\u009b1m\u2028\u202e\u0007";
        try (ServiceCore core = ServiceCore.open(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC())) {
            core.devices().create(1, "van-12", "red\u001b[31m\nvan-13 \u00fc", false);
            core.database()
                    .write()
                    .useHandle(handle -> handle.execute("UPDATE device SET agent = ?, online = 1", agent));
        }
        assertThat(execute("device", "list", "north")).isZero();
        assertThat(printed.toString().lines().toList())
                .hasSize(2)
                .last()
                .asString()
                .matches("[^ ]+  van-12  red\\?\\[31m\\?van-13 \u00fc  online  1.0\\?\\[31m\\?1m\\?\\?\\?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u001b[31m@b", "a@b\u009b", "a\u2003b@c", "a@b\u00a0c", "a b@c"})
    void anAddressOfAUserHasNoControlCharactersOrBlanks(String email) throws Exception {
        execute("account", "add", "north");
        try (ServiceCore core = ServiceCore.open(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC())) {
            assertThatThrownBy(() -> core.accounts().createUser(1, email, "right horse"))
                    .isInstanceOf(Problem.class)
                    .hasMessage("'email' is not an e-mail address");
            assertThat(core.accounts().createUser(1, "a@b", "right horse")).isEqualTo(1);
        }
    }

    @Test
    void mistakesOfTheOperatorAreSentences() {
        assertThat(execute("token", "list", "nobody")).isEqualTo(1);
        assertThat(errors.toString()).contains("there is no account 'nobody'").doesNotContain("Exception");
        assertThat(execute("accout")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "0d", "-1d", "1w", "", "9999999d"})
    void aDurationThatIsNoneNamesItsOption(String duration) {
        execute("account", "add", "north");
        for (List<String> words :
                List.of(List.of("token", "add", "north", "backend"), List.of("device", "code", "north"))) {
            errors.getBuffer().setLength(0);
            List<String> all = new ArrayList<>(words);
            all.addAll(List.of("--valid", duration));
            assertThat(execute(all.toArray(String[]::new))).isEqualTo(2);
            assertThat(errors.toString().lines().findFirst().orElseThrow())
                    .contains("'--valid'", "'" + duration + "' is no duration above 0", "90s, 15m, 1h or 30d")
                    .doesNotContain("Exception", "outrider.service");
        }
        assertThat(printed.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "", "-a", "a/b"})
    void aUnitThatIsNoneNamesItsOption(String unit) {
        execute("account", "add", "north");
        assertThat(execute("device", "code", "north", "--unit=" + unit)).isEqualTo(1);
        assertThat(errors.toString())
                .contains("'--unit' has 1 to 64 letters, digits")
                .doesNotContain("unit_id");
    }

    @Test
    void theServiceMakesTheFirstAccountOnceAndRunsOnceInAFolder() throws Exception {
        ServiceSettings read = SettingsReader.read(settings, Map.of(), folder);
        try (FleetService service = FleetService.start(read, Clock.systemUTC())) {
            assertThat(FirstAccount.createIfMissing(service, " -c /etc/x.toml"))
                    .anyMatch(each -> each.endsWith("outrider-service device code fleet --unit van-12 -c /etc/x.toml"));
            assertThat(FirstAccount.createIfMissing(service, " -c /etc/x.toml")).isEmpty();
            String token = Files.readString(read.data().resolve("first-token")).strip();
            assertThat(service.core().accounts().ofApiToken(token)).isPresent();
            Await.until("the link is up", () -> service.problems().isEmpty());
            assertThat(URI.create(service.url() + "/metrics")
                            .toURL()
                            .openStream()
                            .readAllBytes())
                    .asString(StandardCharsets.UTF_8)
                    .contains("outrider_devices 0.0", "outrider_broker_connected 1.0", "outrider_database_bytes")
                    .contains("outrider_ingest_batches_given_up 0.0")
                    .doesNotContain("NaN");
            assertThat(execute("run")).isEqualTo(1);
            assertThat(errors.toString()).contains("another service runs");
            assertThat(execute("account", "list")).isZero();
        }
    }

    @Test
    void anAccountThatNobodyCanUseIsSaidAtEachStart() throws Exception {
        execute("account", "add", "north");
        try (FleetService service =
                FleetService.start(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC())) {
            assertThat(FirstAccount.createIfMissing(service, " -c x.toml"))
                    .singleElement()
                    .asString()
                    .endsWith("outrider-service token add 'north' first -c x.toml");
            execute("token", "add", "north", "first");
            assertThat(FirstAccount.createIfMissing(service, "")).isEmpty();
        }
    }

    @Test
    void othersReadNothingInAFolderThatIsOpenToThem() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (FleetService service =
                FleetService.start(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC())) {
            FirstAccount.createIfMissing(service, "");
            try (Stream<Path> files = Files.list(data)) {
                assertThat(files.map(ServiceCommandTest::mode))
                        .contains("service.db rw-------", "service.db-wal rw-------", "broker rwx------")
                        .allMatch(each -> each.endsWith("------"));
            }
        }
        assertThat(mode(data)).isEqualTo("data rwxr-xr-x");
        Files.setPosixFilePermissions(data.resolve("service.db"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(execute("account", "list")).isZero();
        assertThat(mode(data.resolve("service.db"))).isEqualTo("service.db rw-------");
    }

    private static String mode(Path file) {
        try {
            return file.getFileName() + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aDeviceIsChangedAndDeletedByTheIdOfItsUnit() throws Exception {
        execute("account", "add", "north");
        try (ServiceCore core = ServiceCore.open(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC())) {
            core.devices().create(1, "van-12", null, false);
        }
        assertThat(execute("device", "set", "north", "van-12", "--name", "Van", "--containers", "true"))
                .isZero();
        assertThat(execute("device", "list", "north")).isZero();
        assertThat(printed.toString()).containsPattern("van-12 +Van +offline");
        assertThat(execute("device", "delete", "north", "van-12")).isZero();
        assertThat(execute("device", "delete", "north", "van-12")).isEqualTo(1);
        assertThat(errors.toString()).contains("there is no device 'van-12'; there are: ");
    }

    @Test
    void aReleaseIsShownStoppedAndRolledBack() throws Exception {
        execute("account", "add", "north", "--containers");
        try (ServiceCore core = ServiceCore.open(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC())) {
            ObjectMapper mapper = new ObjectMapper();
            ReleaseDevices devices = new ReleaseDevices(core.devices());
            String device = core.devices().create(1, "van-12", null, true).id();
            String other = core.devices().create(1, "van-13", null, true).id();
            long project = new Projects(core.database(), devices)
                    .create(1, mapper.readTree("{\"name\": \"apps\"}"))
                    .get("id")
                    .longValue();
            new ProjectReleases(core.database(), devices, core.clock())
                    .create(
                            1,
                            project,
                            mapper.readTree(
                                    "{\"version\": \"1.0.0\", \"devices\": [\"%s\", \"%s\"], \"rollout\": {\"canary\": [\"%s\"], \"waves\": [100]},"
                                                    .formatted(device, other, device)
                                            + "\"containers\": [{\"name\": \"app\", \"image\": \"team/app\", \"tag\": \"1\"}]}"));
        }
        assertThat(execute("release", "list", "north")).isZero();
        assertThat(printed.toString()).containsPattern("apps +1.0.0 +rolling +pending:2");
        assertThat(execute("release", "stop", "north", "apps", "1.0.0")).isZero();
        assertThat(printed.toString()).contains("stopped: stopped by a client").containsPattern("van-13 +1 +not yet");
        assertThat(execute("release", "stop", "north", "apps", "1.0.0")).isEqualTo(1);
        assertThat(execute("release", "resume", "north", "apps", "1.0.0")).isZero();
        assertThat(execute("release", "rollback", "north", "apps", "1.0.0")).isZero();
        assertThat(printed.toString()).contains("rolled_back").containsPattern("van-13 +1 +withdrawn");
        assertThat(execute("release", "show", "north", "apps", "2.0.0")).isEqualTo(1);
        assertThat(errors.toString()).contains("there is no release '2.0.0'; there are: 1.0.0");
    }

    @Test
    void whatKeepsTheServiceFromItsStartIsASentence() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Files.writeString(
                    settings, Files.readString(settings).replace("port = 0", "port = " + other.getLocalPort()));
            assertThat(execute("run")).isEqualTo(1);
            assertThat(errors.toString())
                    .contains("cannot listen at 127.0.0.1:" + other.getLocalPort() + " ([http] address, port)");
        }
        Files.writeString(folder.resolve("file"), "");
        Files.writeString(settings, "data = \"" + folder.resolve("file/data") + "\"");
        assertThat(execute("account", "list")).isEqualTo(1);
        assertThat(errors.toString()).contains(folder.resolve("file").toString());
        Files.writeString(
                settings,
                "data = \"" + folder.resolve("pg") + "\"\n[database]\nurl = \"postgresql://u:secret@127.0.0.1:1/x\"");
        assertThat(execute("account", "list")).isEqualTo(1);
        assertThat(errors.toString())
                .contains("the database jdbc:postgresql://127.0.0.1:1/x cannot be used")
                .doesNotContain("secret", "Exception");
    }
}
