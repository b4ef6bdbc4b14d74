package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import io.outrider.testkit.ManualTicker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
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
    private final ManualTicker ticker = new ManualTicker();
    private final List<String> frames = new ArrayList<>();
    private SetupAnswers.HiddenLine hidden = () -> new char[0];

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
        BufferedReader lines = new BufferedReader(new StringReader(answers));
        SetupAnswers person = new SetupAnswers(lines, hidden, invocation.out());
        new SetupCommand(
                        List.of(words),
                        invocation,
                        person,
                        new SetupListening(home.resolve("net"), this::hear, this::ip, ticker))
                .run();
    }

    /** can1 receives 812 frames in two seconds; of the others nothing is to be heard, and can5 cannot be listened to. */
    private List<String> hear(String bus, int seconds, Path config) throws Failure {
        assertThat(config).isEqualTo(config());
        if (bus.equals("can5")) {
            heard(bus, 1010);
            throw new Failure(CommandLineErrors.NO_BATCH, "no native library\nfor this machine");
        }
        if (!bus.equals("can1")) {
            return List.of();
        }
        heard(bus, 1812);
        return frames;
    }

    /** The bus called virtual has no controller; of can4 the program tells nothing. */
    private String ip(List<String> words) throws IOException {
        assertThat(words).startsWith("-details", "link", "show", "dev");
        String bus = words.get(4);
        if (bus.equals("can4")) {
            throw new IOException("there is no ip");
        }
        return bus.equals("virtual") ? "    vcan addrgenmode eui64\n" : "    can state STOPPED restart-ms 100\n";
    }

    private void heard(String bus, long frames) {
        try {
            canInterface(bus, "up", frames);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void wordsAreWrittenAndCheckedWithoutAQuestion() throws Exception {
        Files.writeString(config(), "# the package's\n");
        run(false, "", "unit=van-12", "broker=mqtts://b.example.com", "user=o\"x", "upload=https://u.example.com");
        assertThat(file()).hasContent("""
                # Written by outrider setup; what is added by hand stays.
                unit.id = "van-12"
                link.url = "mqtts://b.example.com"
                link.user = "o\\"x"
                upload.via = "https"
                upload.url = "https://u.example.com"
                """);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .as("there is no group outrider here")
                .isEqualTo("rw-------");
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
                # Written by outrider setup; what is added by hand stays.
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
                .contains(file() + " is written:\n  link.url = \"mqtt://b.example.com\"\n")
                .contains("good\nNext: systemctl restart outrider, then outrider status.");
    }

    @Test
    void anEndOfTheInputTakesTheDefaultsAndNoBrokerMeansNoUser() throws Exception {
        run(true, "");
        assertThat(config()).hasContent("# Written by outrider setup; what is added by hand stays.\n");
        assertThat(out.toString()).doesNotContain("User name");
    }

    @Test
    void theInterfaceWithFramesIsTaken() throws Exception {
        canInterface("can0", "up", 5);
        canInterface("can1", "up", 1000);
        canInterface("can2", "down", 0);
        canInterface("vcan3", "down", 0);
        canInterface("virtual", "down", 0);
        Files.createDirectories(home.resolve("net/eth0"));
        Files.writeString(home.resolve("net/eth0/type"), "1\n");
        run(true, "", "unit=a");
        assertThat(config()).content().contains("obd.can = \"can1\"");
        assertThat(out.toString())
                .contains(
                        "can0: up, no frames: the ignition may be off, or the bit rate another one, which outrider setup"
                                + " --try-bitrates can0 finds",
                        "can1: up, 406 frames per second; ids of 11 bits: 0, of 29 bits: 0",
                        "can2: down; outrider setup --try-bitrates can2 finds the bit rate, then systemctl enable --now can@can2"
                                + " brings it up",
                        "vcan3: down; outrider setup --try-bitrates vcan3 finds",
                        "virtual: down; ip link set virtual up brings it up")
                .doesNotContain("eth0");
    }

    @Test
    void aVirtualBusHasNoBitRateToFind() throws Exception {
        canInterface("can4", "up", 0);
        canInterface("virtual", "unknown", 0);
        run(true, "", "unit=a");
        assertThat(out.toString())
                .contains("can4: up, no frames: the ignition may be off")
                .contains("virtual: up, no frames\n");
        out.getBuffer().setLength(0);
        run(false, "", "--yes");
        JsonNode buses = Json.PLAIN.readTree(out.toString()).path("buses");
        assertThat(buses.findValuesAsText("virtual")).containsExactly("false", "true");
    }

    @Test
    void theIdsOnTheBusAreShownTheMostFrequentFirst() throws Exception {
        canInterface("can1", "up", 1000);
        for (int i = 0; i < 100; i++) {
            frames.add("(17000000" + i + ".25) can1 0C9#8021C0071B101000");
            if (i % 10 == 0) {
                frames.add("(17000000" + i + ".50) can1 18FEF100##1FF");
            }
        }
        for (int i = 0; i < 9; i++) {
            frames.add("(1700000000.1) can1 10" + i + "#");
        }
        run(true, "", "unit=a");
        assertThat(out.toString())
                .contains("can1: up, 406 frames per second; ids of 11 bits: 10, of 29 bits: 1\n")
                .contains("  0c9 50.0/s, 18fef100 5.0/s, 100 0.5/s, 101 0.5/s, 102 0.5/s, 103 0.5/s, 104 0.5/s,"
                        + " 105 0.5/s and 3 more\n")
                .contains("  no answers of ECUs (7e8 to 7ef, 18daf1xx): nobody asks; outrider obd.query vin does\n");
        frames.add("(1700000000.1) can1 7E8#0341");
        canInterface("can1", "up", 1000);
        out.getBuffer().setLength(0);
        run(false, "", "--yes");
        JsonNode bus = Json.PLAIN.readTree(out.toString()).at("/buses/0");
        assertThat(bus.path("name").asText()).isEqualTo("can1");
        assertThat(bus.path("frames").asDouble()).isEqualTo(406);
        assertThat(bus.at("/ids/7e8").asDouble()).isEqualTo(0.5);
        assertThat(bus.path("answers").asBoolean()).isTrue();
    }

    @Test
    void aBusOfWhichTheIdsAreNotKnownIsCountedByTheKernel() throws Exception {
        canInterface("can5", "up", 1000);
        run(true, "", "unit=a");
        assertThat(out.toString())
                .contains("can5: up, 5 frames per second\n  ids are not known: no native library\n")
                .doesNotContain("for this machine");
    }

    @Test
    void anEarlierSetupStaysUnlessItIsToBeChanged() throws Exception {
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
    void whatTheOwnerHasAddedStaysAndWhatChangesIsShown() throws Exception {
        Files.writeString(config(), "");
        Files.createDirectories(file().getParent());
        Files.writeString(file(), """
                # my van
                unit.id = "old"   # as on the door
                link.keepalive = 60
                link.url = "mqtt://me:hunter2@b.example.com/#x" # the "old" one
                link.user='it"s # me'# and me
                link.issuer = "https://fleet.example.com" # not of the new broker
                [upload]
                via = "mqtt"
                """);
        run(true, "", "unit=new", "broker=mqtt://c.example.com", "user=you", "can=can3", "--yes");
        assertThat(file()).hasContent("""
                # my van
                unit.id = "new"   # as on the door
                link.keepalive = 60
                link.url = "mqtt://c.example.com" # the "old" one
                link.user = "you"# and me
                obd.can = "can3"
                [upload]
                via = "mqtt"
                """);
        assertThat(out.toString())
                .contains(
                        "  unit.id = \"new\", before: \"old\"\n",
                        "  link.user = \"you\", before: 'it\"s # me'\n",
                        "  obd.can = \"can3\"\n",
                        "link.url")
                .doesNotContain("hunter2");
        out.getBuffer().setLength(0);
        run(true, "", "unit=new", "--yes");
        assertThat(out.toString()).contains("10-setup.toml has that already.").doesNotContain("unit.id");
    }

    private Path passwordFile() {
        return home.resolve("broker-password");
    }

    @Test
    void aPersonIsAskedForThePasswordWithoutEchoAndAFileGetsIt() throws Exception {
        Files.writeString(config(), "");
        hidden = "s3cret word"::toCharArray;
        run(true, "\n\n", "broker=mqtt://b.example.com", "user=me");
        assertThat(passwordFile()).hasContent("s3cret word\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(passwordFile())))
                .isEqualTo("rw-------");
        assertThat(file()).content().contains("link.password_file = \"" + passwordFile() + "\"");
        assertThat(file()).content().doesNotContain("s3cret");
        assertThat(out.toString())
                .contains("Password at the broker, which is not shown")
                .doesNotContain("s3cret");
        hidden = () -> null;
        run(true, "\n\ny\n", "broker=mqtt://b.example.com", "user=you");
        assertThat(passwordFile()).as("no answer keeps it").hasContent("s3cret word\n");
        assertThat(file()).content().contains("link.password_file", "\"you\"");
    }

    @Test
    void aScriptGivesThePasswordOnStandardInputAndNeverAsAWord() throws Exception {
        Files.writeString(config(), "");
        run(false, "s3cret\n", "broker=mqtt://b.example.com", "user=me", "password=-");
        assertThat(passwordFile()).hasContent("s3cret\n");
        assertThat(out.toString()).doesNotContain("s3cret");
        assertThatThrownBy(() -> run(false, "", "user=me", "password=-", "--yes"))
                .hasMessageContaining("needs a line of standard input");
        assertThatThrownBy(() -> run(false, "", "user=me", "password=s3cret", "--yes"))
                .hasMessageContaining("would be in the shell's history")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void thePasswordIsTakenBackWithWrongSettings() throws Exception {
        Files.writeString(config(), "");
        assertThatThrownBy(() -> run(false, "new\n", "broker=ftp://b", "user=me", "password=-"))
                .hasMessageEndingWith("nothing is changed");
        assertThat(passwordFile()).doesNotExist();
        Files.writeString(passwordFile(), "old\n");
        assertThatThrownBy(() -> run(false, "new\n", "broker=ftp://b", "user=me", "password=-"))
                .isInstanceOf(Failure.class);
        assertThat(passwordFile()).hasContent("old\n");
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
