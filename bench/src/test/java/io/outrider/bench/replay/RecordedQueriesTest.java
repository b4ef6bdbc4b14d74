package io.outrider.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of {@code bench/replay} on valid and invalid files of captures. */
class RecordedQueriesTest {
    private static final String COOLANT = """
            {"vehicle": "A", "arg": ["coolant"], "kwarg": {"header": "7E0", "mode": "01", "pid": "05",\
             "formula": "message.data[2]-40"}, "request": ["7E0", "0105"], "response_frames": ["7E803410573555555"],\
             "payload": "410573", "value": 75}""";

    private static final String LONG = """
            {"vehicle": "A", "arg": ["cells"], "kwarg": {"header": "7E4", "mode": "22", "pid": "0101",\
             "formula": "message.data[8]+message.data[3]/3"}, "request": ["7E4", "220101"],\
             "response_frames": ["7EC1009620101010203", "7EC2104050655555555"],\
             "payload": "620101010203040506", "value": 6.333333}""";

    private static final String EXTENDED = """
            {"vehicle": "B", "arg": ["soh"], "kwarg": {"header": "6F1", "mode": "22", "pid": "6335",\
             "formula": "bytes_to_int(message.data[6:7])", "can_flow_control_id_pair": "6F1,607",\
             "can_flow_control_filter": "607,7FF", "can_extended_address": "07"}, "request": ["6F1", "226335"],\
             "response_frames": ["607F110076263350000", "607F121004AFFFFFFFF"], "payload": "6263350000004a",\
             "value": 74}""";

    private static final String WIDE = """
            {"vehicle": "C", "arg": ["rpm"], "kwarg": {"header": "18DA10F1", "mode": "01", "pid": "0C",\
             "formula": "bytes_to_int(message.data[2:4])/4"}, "request": ["18DA10F1", "010C"],\
             "response_frames": ["18DAF11004410C0FA0000000"], "payload": "410c0fa0", "value": 1000}""";

    @TempDir
    private Path directory;

    private ReplayRun play(String... lines) throws Exception {
        return ReplayRun.run(Files.writeString(directory.resolve("captures.jsonl"), String.join("\n", lines))
                .toString());
    }

    @Test
    void matchingRecordIsOnlyCounted() throws Exception {
        ReplayRun run = play(COOLANT, LONG, "", EXTENDED, WIDE, COOLANT);
        assertThat(run.lines()).containsExactly("5 passed, 0 failed");
        assertThat(run.code()).isZero();
    }

    @Test
    void differentValueIsPrintedWithLineAndExpectation() throws Exception {
        ReplayRun run = play(COOLANT, "", COOLANT.replace("\"value\": 75", "\"value\": 76"));
        assertThat(run.last()).isEqualTo("1 passed, 1 failed");
        assertThat(run.code()).isOne();
        assertThat(run.differences())
                .singleElement()
                .asString()
                .startsWith("line 3: A [coolant]")
                .contains("expected 76", "got 75");
    }

    @Test
    void roundedValuesMatch() throws Exception {
        assertThat(play(LONG.replace("6.333333}", "6.333330}")).code()).isZero();
        assertThat(play(LONG.replace("6.333333}", "6.333320}")).code()).isOne();
        assertThat(play(COOLANT.replace("75}", "\"75\"}")).code()).isOne();
        assertThat(play(COOLANT.replace("75}", "null}")).code()).isOne();
    }

    @Test
    void textsListsAndBooleansAreCompared() throws Exception {
        String hex = COOLANT.replace("\"formula\": \"message.data[2]-40\"", "\"decoder\": \"noop\"");
        assertThat(play(hex.replace("75}", "\"410573\"}")).code()).isZero();
        String list = COOLANT.replace("message.data[2]-40", "[message.data[2], 1.5, 'x']");
        assertThat(play(list.replace("75}", "[115, 1.5, \"x\"]}")).code()).isZero();
        assertThat(play(list.replace("75}", "[115, 1.5]}")).code()).isOne();
        String truth = COOLANT.replace("message.data[2]-40", "message.data[2]>40");
        assertThat(play(truth.replace("75}", "true}")).code()).isZero();
        assertThat(play(truth.replace("75}", "false}")).code()).isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"7EC1009620101010203\"", // the rest is missing
                "\"7EC1009620101010203\", \"7EC2204050655555555\"", // wrong sequence number
                "\"7EC1009620102010203\", \"7EC2104050655555555\"", // another identifier
                "\"7EC037F223155555555\"", // negative response
                "" // silence
            })
    void brokenFramesAreADifferenceWithStatistics(String frames) throws Exception {
        ReplayRun run = play(LONG.replace("\"7EC1009620101010203\", \"7EC2104050655555555\"", frames), COOLANT);
        assertThat(run.last()).isEqualTo("1 passed, 1 failed");
        assertThat(run.differences())
                .singleElement()
                .asString()
                .startsWith("line 1: A [cells]")
                .contains("expected 6.333333, got ", "7e")
                .endsWith(")"); // statistics of the vehicle
    }

    @Test
    void anyErrorMatchesAnExpectedError() throws Exception {
        String refused =
                COOLANT.replace("7E803410573555555", "7E8037F0112555555").replace("\"value\": 75", "\"error\": true");
        assertThat(play(refused).code()).isZero();
        assertThat(play(COOLANT.replace("\"value\": 75", "\"error\": true")).code())
                .as("a value where an error was recorded")
                .isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"request\": ",
                "no JSON",
                "[]",
                "5",
                "null",
                "\"text\"",
                "{}",
                "{\"request\": null}",
                "{\"request\": [\"7E0\"]}",
                "{\"request\": [\"7E0\", \"01XX\"]}",
                "{\"request\": [\"7E00\", \"0105\"]}",
                "{\"request\": {\"id\": 5}}",
                "{\"request\": [\"7E0\", \"0105\"], \"kwarg\": 7}",
                "{\"request\": [\"7E0\", \"0105\"], \"kwarg\": {\"headr\": \"7E0\"}, \"arg\": [\"X\"], \"value\": 1}",
                "{\"request\": [\"7E0\", \"0105\"], \"response_frames\": [\"7E8\"], \"value\": 1}",
                "{\"request\": [\"7E0\", \"0105\"], \"response_frames\": [null], \"value\": 1}",
                "{\"formula\": \"1\", \"messages\": [{\"data_hex\": \"xyz\"}], \"expected\": {\"value\": 1}}",
                "{\"formula\": \"1\", \"expected\": {\"value\": 1, \"type\": \"strange\"}}",
                "{\"formula\": \"{}\", \"expected\": {\"value\": {\"$dict\": 5}, \"type\": \"dict\"}}",
                "{\"formula\": \"{1:2}\", \"expected\": {\"value\": {\"$dict\": [5]}, \"type\": \"dict\"}}",
                "{\"formula\": \"{1:2}\", \"expected\": {\"value\": {\"$dict\": [{\"a\": 1, \"b\": 2}]}, \"type\": \"dict\"}}",
                "{\"formula\": \"1\"}",
                "{\"formula_gen\": \"spam x9999999999\", \"expected\": {\"reject\": true}}",
                "{\"formula_gen\": \"99999999999-digit literal\", \"expected\": {\"reject\": true}}"
            })
    void invalidLineIsADifferenceAndOthersRun(String line) throws Exception {
        ReplayRun run = play(line, COOLANT);
        assertThat(run.last()).isEqualTo("1 passed, 1 failed");
        assertThat(run.code()).isOne();
        assertThat(run.differences().get(0)).startsWith("line 1: ").hasSizeGreaterThan("line 1: ".length() + 8);
    }

    @Test
    void fileWithoutRecordsIsAnError() throws Exception {
        assertThat(play("").code()).isEqualTo(2);
        assertThat(play("\n \n").lines()).containsExactly("0 passed, 0 failed");
    }

    @Test
    void unreadableFileIsReportedInOneLine() throws Exception {
        String missing = directory.resolve("missing.jsonl").toString();
        assertThat(ReplayRun.run(missing)).isEqualTo(new ReplayRun(2, List.of("cannot read " + missing)));
        assertThat(ReplayRun.run(directory.toString()))
                .isEqualTo(new ReplayRun(2, List.of("cannot read " + directory)));
    }

    @Test
    void binaryFileIsReadAsFarAsPossible() throws Exception {
        Path file = directory.resolve("binary");
        Files.write(file, new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 7, '\n', (byte) 0xC3, '\n'});
        ReplayRun run = ReplayRun.run(file.toString());
        assertThat(run.last()).isEqualTo("0 passed, 2 failed");
        assertThat(run.code()).isOne();
    }

    @Test
    void invalidArgumentsPrintTheUsage() throws Exception {
        for (String[] words : new String[][] {{}, {"--can"}, {"--what"}, {"a.jsonl", "b.jsonl"}}) {
            ReplayRun run = ReplayRun.run(words);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.last()).startsWith("usage: ");
        }
        Path file = Files.writeString(directory.resolve("one.jsonl"), COOLANT);
        assertThat(ReplayRun.run(file.toString(), "--can", "can99").last()).contains("no CAN interface 'can99'");
    }
}
