package io.outrider.obd.frames;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.obd.ObdSettings;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the functions obd.monitor, obd.dump, obd.play and obd.recordings. */
class RecordingsTest {
    @TempDir
    private Path data;

    private Car car;
    private Obd obd;
    private Obd before;
    private ExecutorService other;

    @BeforeEach
    void open() throws Exception {
        car = new Car();
        obd = new Obd(car, Obd.settings("6"), data);
        other = Executors.newFixedThreadPool(2);
    }

    @AfterEach
    void close() {
        obd.close();
        if (before != null) {
            before.close();
        }
        other.shutdownNow();
    }

    /** Sends the frames repeatedly during the call, as the start of its reception is unknown. */
    private JsonNode callWhileSaying(String[] frames, String function, Object... keywords) throws Exception {
        Future<JsonNode> call = other.submit(() -> obd.call(function, keywords));
        while (!call.isDone()) {
            for (String frame : frames) {
                car.say(frame);
            }
        }
        return call.get();
    }

    private void write(String name, String... lines) throws Exception {
        Files.createDirectories(data.resolve("recordings"));
        Files.write(data.resolve("recordings").resolve(name), List.of(lines));
    }

    @Test
    void theMonitorShowsTheNextFramesWithTheirTimes() throws Exception {
        JsonNode result =
                callWhileSaying(new String[] {"123#0102", "18DAF110#03"}, "obd.monitor", "limit", 2, "duration", 30);
        assertThat(result.get("_type").asText()).isEqualTo("raw");
        assertThat(result.get("values")).hasSize(2);
        JsonNode value = result.get("values").get(0);
        assertThat(value.get("value").asText()).isIn("1230102", "18daf11003");
        assertThat(value.get("_stamp").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}");
    }

    @Test
    void autopisWaitIsAcceptedAndNumbersOutOfRangeAreNamed() throws Exception {
        assertThat(obd.call("obd.monitor", "wait", false, "duration", 0.01).get("values"))
                .isEmpty();
        assertThat(obd.failure("obd.monitor", "duration", 1e300))
                .hasMessage("duration: 1e300 is not from 0.01 to 600 seconds");
        assertThat(obd.refusal("RPM", "timeout", 1e300)).hasMessage("timeout: 1e300 is not from 0.01 to 30 seconds");
    }

    @Test
    void theMonitorShowsFilteredFramesOnly() throws Exception {
        JsonNode result = callWhileSaying(
                new String[] {"123#01", "456#02"}, "obd.monitor", "limit", 5, "duration", 30, "filter", "456");
        assertThat(result.get("values").findValuesAsText("value")).containsOnly("45602");
    }

    @Test
    void aBusyBusDoesNotExtendTheMonitor() throws Exception {
        long begun = System.nanoTime();
        callWhileSaying(new String[] {"123#01"}, "obd.monitor", "limit", 10_000, "duration", 0.05);
        assertThat(System.nanoTime() - begun).isLessThan(TimeoutFactor.scaledSeconds(10) * 1_000_000_000L);
    }

    @Test
    void aSilentBusGivesNoFramesAndABusThatIsDownAnError() throws Exception {
        assertThat(obd.call("obd.monitor", "duration", 0.01).get("values")).isEmpty();
        assertThat(obd.call("obd.dump", "duration", 0.01).get("data")).isEmpty();
        car.bus().setUp(false);
        for (String function : new String[] {"obd.monitor", "obd.dump"}) {
            Failure down = obd.failure(function, "duration", 0.01);
            assertThat(down.code()).isEqualTo("BUS_DOWN");
            assertThat(down).hasMessageContaining("the CAN interfaces of this machine: ");
        }
    }

    private void openWithAMegabyte() throws Exception {
        before = obd;
        ObdSettings small = new ObdSettings("virtual0", "6", 300, 60, 0, 0, false, null, null, 0, 1, 1);
        obd = new Obd(car, car.bus().node(), small, data);
    }

    private void writeKilobytes(String name, int kilobytes) throws Exception {
        Files.createDirectories(data.resolve("recordings"));
        Files.write(data.resolve("recordings").resolve(name), new byte[kilobytes * 1_000]);
    }

    @Test
    void aRecordingEndsAtItsLimitAndReportsIt() throws Exception {
        openWithAMegabyte();
        writeKilobytes("before.log", 999);
        JsonNode dumped =
                callWhileSaying(new String[] {"123#0102030405060708"}, "obd.dump", "duration", 600, "file", "drive");
        assertThat(dumped.get("stopped").asText())
                .isEqualTo("a recording may have 1 MB and all together 1 MB (recording_mb and recordings_mb of [obd])");
        Path file = data.resolve("recordings/drive.log");
        assertThat(dumped.get("count").asInt()).isBetween(10, 30);
        assertThat(Files.size(file)).isBetween(900L, 1_000L);
        assertThat(Files.readAllLines(file)).hasSize(dumped.get("count").asInt());
    }

    @Test
    void aFullFolderRefusesRecordingsUntilOneIsDeleted() throws Exception {
        openWithAMegabyte();
        writeKilobytes("before.log", 1_000);
        Failure full = obd.failure("obd.dump", "duration", 0.01, "file", "drive");
        assertThat(full.code()).isEqualTo("STORAGE");
        assertThat(full).hasMessageEndingWith("; delete some with obd.recordings delete=NAME: before.log");
        assertThat(obd.call("obd.recordings", "delete", "before")).isEmpty();
        assertThat(obd.retcode("obd.dump", "duration", 0.01, "file", "drive")).isZero();
        assertThat(obd.call("obd.recordings").findValuesAsText("file")).containsExactly("drive.log");
    }

    @Test
    void onlyRecordingsAreDeleted() throws Exception {
        Files.writeString(data.resolve("polling"), "kept");
        assertThat(obd.failure("obd.recordings", "delete", "../polling")).hasMessageContaining("is no name");
        assertThat(obd.failure("obd.recordings", "delete", "drive"))
                .hasMessageContaining("there is no recording 'drive'; there are: none");
        assertThat(data.resolve("polling")).exists();
    }

    @Test
    void recordingsAreReadableByTheirOwnerOnlyAndLeftoversAreRemoved() throws Exception {
        writeKilobytes("killed.log.part", 1);
        Files.setPosixFilePermissions(data.resolve("recordings"), PosixFilePermissions.fromString("rwxr-xr-x"));
        obd.call("obd.dump", "duration", 0.01, "file", "drive");
        Path folder = data.resolve("recordings");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("drive.log"))))
                .isEqualTo("rw-------");
        assertThat(folder.resolve("killed.log.part")).doesNotExist();
    }

    @Test
    void emptyRecordingsAreBoundedInNumber() throws Exception {
        Path folder = Files.createDirectories(data.resolve("recordings"));
        for (int i = 0; i < 1_000; i++) {
            Files.createFile(folder.resolve("empty%03d.log".formatted(i)));
        }
        Failure full = obd.failure("obd.dump", "duration", 0.01, "file", "one_more");
        assertThat(full.code()).isEqualTo("STORAGE");
        assertThat(full)
                .hasMessageStartingWith("there may be 1000 recordings; delete some with obd.recordings delete=NAME: "
                        + "empty000.log, empty001.log, ")
                .hasMessageEndingWith("empty039.log, …");
        obd.call("obd.dump", "duration", 0.01, "file", "empty000"); // replaces the existing one
        obd.call("obd.recordings", "delete", "empty999");
        obd.call("obd.dump", "duration", 0.01, "file", "one_more");
        assertThat(obd.call("obd.recordings")).hasSize(1_000);
    }

    @Test
    void aDumpCanBePlayed() throws Exception {
        JsonNode dumped = callWhileSaying(
                new String[] {"123#0102030405060708", "18DAF110#0441", "7E8#"},
                "obd.dump",
                "duration",
                0.05,
                "file",
                "drive",
                "description",
                "a short drive");
        assertThat(dumped.get("file").asText()).isEqualTo("drive.log");
        int count = dumped.get("count").asInt();
        assertThat(count).isPositive();
        List<String> lines = Files.readAllLines(data.resolve("recordings/drive.log"));
        assertThat(lines.get(0)).isEqualTo("# a short drive");
        assertThat(lines).hasSize(count + 1);
        assertThat(lines.subList(1, lines.size()))
                .allMatch(
                        line -> line.matches("\\(\\d+\\.\\d{6}\\) virtual0 (123#0102030405060708|18DAF110#0441|7E8#)"));
        assertThat(obd.call("obd.recordings").get(0).get("file").asText()).isEqualTo("drive.log");
        assertThat(obd.call("obd.recordings").get(0).get("bytes").asLong())
                .isEqualTo(Files.size(data.resolve("recordings/drive.log")));

        JsonNode played = obd.call("obd.play", "file", "drive", "delay", 0);
        assertThat(played.get("count").toString())
                .isEqualTo("{\"total\":" + count + ",\"success\":" + count + ",\"failed\":0,\"filtered\":0}");
        List<String> frames = lines.stream()
                .skip(1)
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .toList();
        Await.until("all came", () -> car.heard().size() + car.bus().state().dropped() >= count);
        assertThat(frames).containsAll(car.heard());
    }

    @Test
    void aBusyBusDoesNotExtendTheDump() throws Exception {
        long begun = System.nanoTime();
        callWhileSaying(new String[] {"123#01"}, "obd.dump", "duration", 0.05, "file", "flood");
        assertThat(System.nanoTime() - begun).isLessThan(TimeoutFactor.scaledSeconds(10) * 1_000_000_000L);
        try (Stream<Path> left = Files.list(data.resolve("recordings"))) {
            assertThat(left.map(file -> file.getFileName().toString())).containsExactly("flood.log");
        }
    }

    @Test
    void theSameNameIsNotRecordedTwiceAtOnce() throws Exception {
        Future<JsonNode> first = other.submit(() -> obd.call("obd.dump", "duration", 600, "file", "twice"));
        Await.until("it began", () -> Files.exists(data.resolve("recordings/twice.log.part")));
        assertThat(obd.failure("obd.dump", "duration", 0.01, "file", "twice.log"))
                .hasMessageContaining("is being recorded");
        assertThat(obd.call("obd.recordings")).isEmpty();
        first.cancel(true);
        Await.until("it is gone", () -> !Files.exists(data.resolve("recordings/twice.log.part")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../etc/passwd",
                "/etc/passwd",
                "..",
                ".",
                ".hidden",
                "a/b",
                "a\\b",
                "a\0b",
                "",
                " ",
                "a b",
                "a\nb",
                "ä",
                "-rf",
                "~"
            })
    void aNameThatCouldLeadOutOfTheFolderIsRefused(String name) throws Exception {
        for (String function : new String[] {"obd.dump", "obd.play"}) {
            assertThat(obd.failure(function, "file", name))
                    .hasMessageStartingWith("file: '")
                    .hasMessageContaining("is no name for a recording");
        }
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void aNameMayNotBeEndless() throws Exception {
        assertThat(obd.failure("obd.dump", "file", "a".repeat(101)).code()).isEqualTo("BAD_ARGUMENT");
        assertThat(obd.failure("obd.play", "file", "a".repeat(1 << 20)).getMessage())
                .hasSizeLessThan(300);
    }

    @Test
    void aMissingRecordingListsTheExistingOnes() throws Exception {
        assertThat(obd.failure("obd.play", "file", "drive")).hasMessageEndingWith("there are: none");
        assertThat(data).isEmptyDirectory(); // reading creates no folder
        write("other.log");
        assertThat(obd.failure("obd.play", "file", "drive")).hasMessageEndingWith("there are: other.log");
    }

    @Test
    void aLineThatCannotBeReadIsNamedAndNothingIsSent() throws Exception {
        write("bad.log", "(1.000000) can0 123#01", "a comment", "(1.100000) can0 123#0");
        assertThat(obd.failure("obd.play", "file", "bad"))
                .hasMessageStartingWith("file: bad.log, line 3: ")
                .hasMessageContaining("half a byte");
        assertThat(car.bus().transmitter().sent()).isZero();
    }

    @Test
    void aBinaryFileIsRefused() throws Exception {
        Files.createDirectories(data.resolve("recordings"));
        Files.write(data.resolve("recordings/noise.log"), new byte[] {'(', (byte) 0xFF, (byte) 0xFE, 0, '\n', 1});
        assertThat(obd.failure("obd.play", "file", "noise")).hasMessageStartingWith("file: noise.log, line 1: ");
    }

    @Test
    void theOriginalPaceIsKept() throws Exception {
        write("pace.log", "(1.000000) can0 123#01", "(1.060000) can0 123#02", "(1.120000) can0 123#03");
        assertThat(obd.call("obd.play", "file", "pace").get("duration").asDouble())
                .isBetween(0.12, 5.0);
    }

    @Test
    void aGivenDelayAppliesWithoutTimestampsToo() throws Exception {
        write("pace.log", "(0.000000) can0 123#01", "(0.000000) can0 123#02", "(0.000000) can0 123#03");
        assertThat(obd.call("obd.play", "file", "pace", "delay", 50)
                        .get("duration")
                        .asDouble())
                .isBetween(0.1, 5.0);
    }

    @ParameterizedTest
    @CsvSource({"'', 0123456789", "t, 01234", "b, 56789", "tb, 234", "bt, 56", "tttt, ''", "bbbb, 9"})
    void aSliceSelectsFramesOfARecording(String slice, String kept) throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            lines.add("(1.00000" + i + ") can0 123#0" + i);
        }
        write("ten.log", lines.toArray(String[]::new));
        try (CanPort port = car.bus().open(List.of())) {
            JsonNode count = obd.call("obd.play", "file", "ten", "slice", slice).get("count");
            StringBuilder came = new StringBuilder();
            for (CanFrame frame = port.receive(0); frame != null; frame = port.receive(0)) {
                came.append(frame.at(0));
            }
            assertThat(came).hasToString(kept);
            assertThat(count.get("filtered").asInt()).isEqualTo(10 - kept.length());
        }
    }

    @Test
    void aFilterATestRunAndUnsendableFramesAreCounted() throws Exception {
        write("mix.log", "(1.0) x", "(1.000000) can0 123#01", "(1.000000) can0 456#02", "(1.000000) can0 20000080#00");
        assertThat(obd.failure("obd.play", "file", "mix")).hasMessageContaining("line 1");
        write("mix.log", "(1.000000) can0 123#01", "(1.000000) can0 456#02", "(1.000000) can0 20000080#00");
        assertThat(obd.call("obd.play", "file", "mix", "test", true)
                        .get("count")
                        .toString())
                .isEqualTo("{\"total\":3,\"success\":0,\"failed\":0,\"filtered\":0}");
        assertThat(car.bus().transmitter().sent()).isZero();
        assertThat(obd.call("obd.play", "file", "mix").get("count").toString())
                .isEqualTo("{\"total\":3,\"success\":2,\"failed\":1,\"filtered\":0}");
        assertThat(obd.call("obd.play", "file", "mix", "filter", "123")
                        .get("count")
                        .toString())
                .isEqualTo("{\"total\":3,\"success\":1,\"failed\":0,\"filtered\":2}");
    }

    @Test
    void listenOnlyPlaysNothing() throws Exception {
        write("one.log", "(1.000000) can0 123#01");
        car.bus().transmitter().listenOnly(true);
        assertThat(obd.failure("obd.play", "file", "one").code()).isEqualTo("BUS_LISTEN_ONLY");
    }

    @Test
    void numbersOutOfRangeAreNamed() throws Exception {
        assertThat(obd.failure("obd.monitor", "limit", 0)).hasMessage("limit: 0 is not from 1 to 10000");
        assertThat(obd.failure("obd.monitor", "limit", 10_001))
                .hasMessage("limit: 10001 is not from 1 to 10000; obd.dump records as many as there are");
        for (String function : new String[] {"obd.monitor", "obd.dump"}) {
            assertThat(obd.failure(function, "duration", 0)).hasMessageStartingWith("duration: 0 is not from 0.01");
            assertThat(obd.failure(function, "duration", 601)).hasMessageStartingWith("duration: ");
            assertThat(obd.failure(function, "duration", Double.NaN)).hasMessageStartingWith("duration: ");
            assertThat(obd.failure(function, "duration", 0.01, "filter", "x")).hasMessageStartingWith("filter: ");
        }
        assertThat(obd.failure("obd.play", "file", "a", "delay", 60_001)).hasMessageStartingWith("delay: ");
        assertThat(obd.failure("obd.play", "file", "a", "slice", "x")).hasMessageStartingWith("slice: ");
        assertThat(obd.failure("obd.dump", "description", "a\nb")).hasMessage("description: give one line");
    }

    @Test
    void aFolderThatCannotBeCreatedIsAnErrorOfTheOperator() throws Exception {
        Files.writeString(data.resolve("recordings"), "in the way");
        Failure failure = obd.failure("obd.dump", "duration", 0.01, "file", "a");
        assertThat(failure.actor()).isEqualTo(Failure.Actor.OPERATOR);
        assertThat(failure.code()).isEqualTo("STORAGE");
        assertThat(obd.call("obd.recordings")).isEmpty();
    }
}
