package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Modes of the files of a daemon. The umask is usually 022, in a build and under systemd. */
@Timeout(120)
class FileModesTest {
    private static final Set<PosixFilePermission> GROUP = PosixFilePermissions.fromString("---rwx---");
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("------rwx");

    /** Folder that is mounted into containers; nobody reaches it through those above it. */
    private static final String CONTAINERS = "data/local/containers";

    @TempDir
    private static Path home;

    /** By path. */
    private static final Map<String, Set<PosixFilePermission>> MODES = new TreeMap<>();

    @BeforeAll
    static void letItWrite() throws Exception {
        try (Mosquitto broker = Mosquitto.open(home);
                MqttPair fleet = new MqttPair(broker);
                RunningDaemon daemon = new RunningDaemon(home)
                        .settings(RunningDaemon.linkTo(broker.port()))
                        .start()) {
            String topic = "outrider/v1/" + RunningDaemon.UNIT;
            fleet.retain(topic + "/desired", "{\"revision\": 1}");
            daemon.post("/records", "[{\"@t\": \"myapp.value\", \"value\": 1}]");
            Await.until("it subscribes", () -> daemon.linkState().equals("connected"));
            fleet.publish(topic + "/command", "{\"jid\": \"20261122000000000001\", \"fun\": \"test.ping\"}");
            Path data = daemon.data();
            Await.until("the document is written", () -> Files.exists(data.resolve("desired/desired.json")));
            Await.until("the journal is written", () -> !isEmpty(data.resolve("jobs")));
            look(home.resolve("run"));
        }
        look(home.resolve("data"));
    }

    private static boolean isEmpty(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private static void look(Path folder) throws Exception {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.toList()) {
                MODES.put(home.relativize(each).toString(), Files.getPosixFilePermissions(each));
            }
        }
    }

    private static boolean grants(String path, Set<PosixFilePermission> any) {
        return MODES.get(path).stream().anyMatch(any::contains);
    }

    @Test
    void allKindsOfFilesExist() {
        for (String part :
                List.of("lock", "last-boot", "buffer.watermark", "buffer/fresh/", "jobs/0", "settings/", "desired/")) {
            assertThat(MODES.keySet()).anySatisfy(path -> assertThat(path).startsWith("data/" + part));
        }
        assertThat(MODES).containsKeys("run/token");
    }

    @Test
    void dataFilesAreClosedToOtherUsers() {
        assertThat(MODES.keySet())
                .filteredOn(path -> path.startsWith("data/") && !path.startsWith(CONTAINERS))
                .noneMatch(path -> grants(path, GROUP))
                .noneMatch(path -> grants(path, OTHERS));
        assertThat(grants("data", OTHERS)).isFalse();
    }

    @Test
    void tokenAndSocketAreOpenToTheGroupOnly() {
        assertThat(PosixFilePermissions.toString(MODES.get("run/token"))).isEqualTo("rw-r-----");
        assertThat(MODES.entrySet())
                .filteredOn(each -> each.getKey().endsWith(".sock"))
                .singleElement()
                .satisfies(each -> assertThat(PosixFilePermissions.toString(each.getValue()))
                        .isEqualTo("rw-rw----"));
    }
}
