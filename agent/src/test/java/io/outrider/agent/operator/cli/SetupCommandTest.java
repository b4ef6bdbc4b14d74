package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Setup with the check of real settings, on interfaces of a folder as sysfs has them. */
class SetupCommandTest implements DaemonService {
    @TempDir
    private Path home;

    private final StringWriter out = new StringWriter();

    private record SetupUnit(String id) {}

    private record SetupUpload(String via, String url) {}

    private Path config() {
        return home.resolve("outrider.toml");
    }

    private Path file() {
        return home.resolve("conf.d/10-setup.toml");
    }

    private void canInterface(String name, String state, long frames) throws IOException {
        Path folder = Files.createDirectories(home.resolve("net").resolve(name).resolve("statistics"));
        Files.writeString(folder.resolve("rx_packets"), frames + "\n");
        Files.writeString(folder.resolveSibling("type"), "280\n");
        Files.writeString(folder.resolveSibling("operstate"), state + "\n");
    }

    private void run(boolean terminal, String answers, String... words) throws Failure, InterruptedException {
        CommandOptions options = CommandOptions.of(
                Set.of(), Set.of("--config"), Set.of(), List.of("setup", "--config", config().toString()));
        Invocation invocation = new Invocation(
                options, this, new OutputWriter(out), new PrintWriter(out), new Terminal(terminal, terminal));
        Ticker ticker = new Ticker() {
            @Override
            public long nanos() {
                return 0;
            }

            @Override
            public void sleep(long nanos) {
                hear(nanos);
            }
        };
        new SetupCommand(
                        List.of(words),
                        invocation,
                        new BufferedReader(new StringReader(answers)),
                        home.resolve("net"),
                        ticker)
                .run();
    }

    /** can1 receives 812 frames in a second. */
    private void hear(long nanos) {
        assertThat(nanos).isEqualTo(1_000_000_000L);
        try {
            if (Files.exists(home.resolve("net/can1"))) {
                canInterface("can1", "up", 1812);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void wordsAreWrittenAndCheckedWithoutAQuestion() throws Exception {
        Files.writeString(config(), "# the package's\n");
        run(false, "", "unit=van-12", "broker=mqtts://b.example.com", "user=o\"x", "upload=https://u.example.com");
        assertThat(file()).hasContent("""
                # Written by outrider setup.
                unit.id = "van-12"
                link.url = "mqtts://b.example.com"
                link.user = "o\\"x"
                upload.via = "https"
                upload.url = "https://u.example.com"
                """);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-r-----");
        assertThat(config()).hasContent("# the package's\n");
        assertThat(out.toString())
                .startsWith("{\"")
                .contains("\"check\":\"good\"", "10-setup.toml")
                .hasLineCount(1);
    }

    @Test
    void aPersonIsAskedForWhatIsNotGiven() throws Exception {
        Files.writeString(config(), "");
        run(true, "\nmqtt://b.example.com\nme\n\n", "can=can7");
        assertThat(file()).hasContent("""
                # Written by outrider setup.
                link.url = "mqtt://b.example.com"
                link.user = "me"
                obd.can = "can7"
                """);
        assertThat(out.toString())
                .contains(
                        "Id of this unit",
                        "Address of the broker",
                        "User name",
                        "https address",
                        "There is no CAN interface")
                .contains(file() + " is written.\ngood\nNext: systemctl restart outrider, then outrider status.");
    }

    @Test
    void anEndOfTheInputTakesTheDefaultsAndNoBrokerMeansNoUser() throws Exception {
        run(true, "");
        assertThat(config()).hasContent("# Written by outrider setup.\n");
        assertThat(out.toString()).doesNotContain("User name");
    }

    @Test
    void theInterfaceWithFramesIsTaken() throws Exception {
        canInterface("can0", "up", 5);
        canInterface("can1", "up", 1000);
        canInterface("can2", "down", 0);
        Files.createDirectories(home.resolve("net/eth0"));
        Files.writeString(home.resolve("net/eth0/type"), "1\n");
        run(true, "", "unit=a");
        assertThat(config()).content().contains("obd.can = \"can1\"");
        assertThat(out.toString())
                .contains(
                        "can0: up, no frames: the ignition may be off",
                        "can1: up, 812 frames per second",
                        "can2: down; systemctl enable --now can@can2 brings it up")
                .doesNotContain("eth0");
    }

    @Test
    void anEarlierSetupStaysUnlessItIsToBeReplaced() throws Exception {
        Files.writeString(config(), "");
        run(false, "", "unit=first");
        assertThatThrownBy(() -> run(false, "", "unit=second")).hasMessageContaining("exists already and stays");
        assertThatThrownBy(() -> run(true, "b\n\n\nno\n", "unit=second")).hasMessageContaining("exists already");
        assertThat(file()).content().contains("first");
        run(true, "\n\ny\n", "unit=second");
        assertThat(file()).content().contains("second");
        run(true, "", "unit=third", "--yes");
        assertThat(file()).content().contains("third");
    }

    @Test
    void wrongSettingsAreTakenBack() throws Exception {
        Files.writeString(config(), "");
        assertThatThrownBy(() -> run(false, "", "broker=ftp://b"))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("[link] url: ")
                .hasMessageEndingWith("nothing is changed");
        assertThat(file()).doesNotExist();
        run(false, "", "unit=good");
        assertThatThrownBy(() -> run(false, "", "broker=ftp://b", "--yes")).isInstanceOf(Failure.class);
        assertThat(file()).content().contains("unit.id = \"good\"");
    }

    @Test
    void unknownWordsAndFoldersThatCannotBeWrittenAreExplained() throws Exception {
        assertThatThrownBy(() -> run(false, "", "untit=a"))
                .hasMessageContaining("setup: takes no 'untit=a', but [unit=ID]");
        Files.writeString(config(), "");
        Files.writeString(home.resolve("conf.d"), "no folder");
        assertThatThrownBy(() -> run(false, "", "unit=a")).hasMessageContaining("cannot be written");
    }

    @Override
    public String checkConfig(Path config) throws Failure {
        Map<String, Class<? extends Record>> sections =
                new HashMap<>(Map.of("unit", SetupUnit.class, "upload", SetupUpload.class, "link", LinkSettings.class));
        ServiceLoader.load(ModuleFactory.class).forEach(each -> sections.putAll(each.sections()));
        new SettingsSchema(sections)
                .validate(SettingsFiles.named(config, Settings.none()).load());
        return "good";
    }

    @Override
    public void daemon(Path config) {
        throw new AssertionError("is not started");
    }

    @Override
    public DaemonEndpoint api(Path config, Consumer<String> warns) {
        throw new AssertionError("is not asked");
    }

    @Override
    public List<Path> dataFolders() {
        throw new AssertionError("are not looked at");
    }

    @Override
    public ProgramReference reference() {
        throw new AssertionError("is not printed");
    }
}
