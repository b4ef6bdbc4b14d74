package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.Announces;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterFileTest {
    private static final int HALF = 256 * 1024;

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("upload/poison.jsonl");
    }

    private static Batch batch(long sequence, Object value) {
        return new Batch(
                "boot-1", true, List.of(new SequencedRecord(sequence, MemoryBacklog.record(value, Priority.NORMAL))));
    }

    private static List<JsonNode> lines(Path file) throws Exception {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    @Test
    void aLineHoldsTheRecordItsSequenceAndTheReason() throws Exception {
        DeadLetterFile deadLetters = new DeadLetterFile(file());
        deadLetters.append(batch(37, 4.5), "refused: 422");
        deadLetters.append(batch(38, 5), "refused: 400");
        JsonNode first = lines(file()).get(0);
        assertThat(first.path("why").asText()).isEqualTo("refused: 422");
        assertThat(first.path("boot").asText()).isEqualTo("boot-1");
        assertThat(first.path("sequence").asLong()).isEqualTo(37);
        assertThat(first.path("row").path("@t").asText()).isEqualTo("obd.rpm");
        assertThat(first.path("row").path("value").asDouble()).isEqualTo(4.5);
        assertThat(lines(file())).hasSize(2);
    }

    @Test
    void onlyTheOwnerMayReadTheFile() throws Exception {
        new DeadLetterFile(file()).append(batch(1, 1), "refused");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void theLatestAreKeptInTwoFilesThatDoNotGrow() throws Exception {
        DeadLetterFile deadLetters = new DeadLetterFile(file());
        for (int i = 1; i <= 100; i++) {
            deadLetters.append(batch(i, "x".repeat(20_000)), "refused");
        }
        Path older = folder.resolve("upload/poison.jsonl.1");
        assertThat(Files.size(file())).isBetween(1L, (long) HALF);
        assertThat(Files.size(older)).isBetween((long) HALF / 2, (long) HALF);
        List<JsonNode> all = new ArrayList<>(lines(older));
        all.addAll(lines(file()));
        assertThat(all).hasSizeGreaterThanOrEqualTo(HALF / 20_200);
        long first = 101 - all.size();
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).path("sequence").asLong()).isEqualTo(first + i);
        }
    }

    @Test
    void ofATooLargeRecordOnlyTypeAndSizeAreWritten() throws Exception {
        new DeadLetterFile(file()).append(batch(1, "x".repeat(HALF)), "too large");
        JsonNode row = lines(file()).get(0).path("row");
        assertThat(row.path("@t").asText()).isEqualTo("obd.rpm");
        assertThat(row.path("bytes").asInt()).isGreaterThan(HALF);
        assertThat(row.has("value")).isFalse();
    }

    @Test
    @Announces("rejected record cannot be written to")
    void anUnwritableFolderIsLogged() throws Exception {
        Files.writeString(folder.resolve("upload"), "a file where the folder should be");
        new DeadLetterFile(file()).append(batch(1, 1), "refused");
        assertThat(Files.readString(folder.resolve("upload"))).startsWith("a file");
    }
}
