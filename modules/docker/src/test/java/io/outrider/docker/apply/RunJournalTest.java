package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.plan.RunJournalEntry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunJournalTest {
    private static final List<RunJournalEntry> ENTRIES = List.of(
            new RunJournalEntry.Renamed("id1", "app", "app-outrider-old"),
            new RunJournalEntry.Stopped("id1", "app", new RestartPolicy("on-failure", 3), true),
            new RunJournalEntry.SetAside(Path.of("/data/app\nwith a line break")));

    private static final List<RunJournalEntry> COMMITTED = List.of(new RunJournalEntry.Committed());
    private static final String NO_RELEASE = "{\"@type\":\"RunJournalEntry$Begun\",\"run\":\"r\"}\n";

    @TempDir
    Path folder;

    /** Without the beginning, and without what is about stops in progress. */
    private static List<RunJournalEntry> changes(RunJournal journal) {
        return journal.entries().stream().filter(ENTRIES::contains).toList();
    }

    private RunJournal begin() throws Exception {
        ModelUnitFixture unit = new ModelUnitFixture(folder.resolve("unit"));
        return RunJournal.begin(folder.resolve("j"), new RunJournalEntry.Begun("run1", unit.two, null));
    }

    private Path file() {
        return folder.resolve("j/p.journal");
    }

    @Test
    void whatWasWrittenIsRead() throws Exception {
        RunJournal written = begin();
        for (RunJournalEntry entry : ENTRIES) {
            written.append(List.of(entry));
        }
        written.stopping(List.of("id1", "id2"));
        assertThat(Files.getPosixFilePermissions(file())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        try (RunJournal read = RunJournal.open(file())) {
            assertThat(read.begun()).isEqualTo(written.begun());
            assertThat(changes(read)).isEqualTo(ENTRIES);
            assertThat(read.entries()).isEqualTo(written.entries());
            assertThat(read.stopping()).containsExactly("id1", "id2");
            assertThat(read.committed()).isFalse();
            read.stopping(List.of());
            read.append(COMMITTED);
        }
        try (RunJournal again = RunJournal.open(file())) {
            assertThat(again.stopping()).isEmpty();
            assertThat(again.committed()).isTrue();
            again.delete();
        }
        written.close();
        assertThat(file()).doesNotExist();
    }

    @Test
    void aTornTailIsDroppedWhereverItIsTorn() throws Exception {
        try (RunJournal written = begin()) {
            written.append(ENTRIES);
            written.append(COMMITTED);
        }
        byte[] whole = Files.readAllBytes(file());
        int firstLine = Files.readAllLines(file()).get(0).length() + 1;
        for (int length = firstLine; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            try (RunJournal read = RunJournal.open(file())) {
                assertThat(read.committed()).isFalse();
                assertThat(changes(read))
                        .isEqualTo(ENTRIES.subList(0, changes(read).size()));
                read.append(ENTRIES.subList(0, 1));
            }
            try (RunJournal again = RunJournal.open(file())) {
                assertThat(again.entries()).endsWith(ENTRIES.get(0));
            }
        }
    }

    @Test
    void aDamagedFileIsSetAsideWithAFailureThatNamesIt() throws Exception {
        begin().close();
        for (String damage : List.of("", "nonsense\n", "{}\n", "null\n", NO_RELEASE, "[1]\n", "{\"@type\":3}\n")) {
            Files.writeString(file(), damage);
            assertThatThrownBy(() -> RunJournal.open(file())).isInstanceOfSatisfying(Failure.class, e -> {
                assertThat(e.code()).isEqualTo("WAY_BACK_FAILED");
                assertThat(e.getMessage()).contains("p.journal.damaged").doesNotContain("Exception", "jackson");
            });
            assertThat(file()).doesNotExist();
            assertThat(folder.resolve("j/p.journal.damaged")).hasContent(damage.strip());
        }
    }

    @Test
    void theLinesAroundTheDamageAreUsed() throws Exception {
        for (String damage : List.of("nonsense", "null", "{\"@type\":\"RunJournalEntry$Later\"}", "\0\0\0", "\u00c3")) {
            try (RunJournal written = begin()) {
                written.append(ENTRIES);
            }
            List<String> lines = new ArrayList<>(Files.readAllLines(file()));
            lines.add(2, damage);
            Files.write(file(), lines, StandardCharsets.ISO_8859_1);
            try (RunJournal read = RunJournal.open(file())) {
                assertThat(changes(read)).isEqualTo(ENTRIES);
                read.append(COMMITTED);
            }
            try (RunJournal again = RunJournal.open(file())) {
                assertThat(changes(again)).isEqualTo(ENTRIES);
                assertThat(again.committed()).isTrue();
                again.delete();
            }
        }
    }

    @Test
    void aFileThatCannotBeReadNowIsNotSetAside() throws Exception {
        Files.createDirectories(file());
        assertThatThrownBy(() -> RunJournal.open(file()))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("cannot be read")
                .hasMessageNotContaining("Exception");
        assertThat(file()).exists();
    }

    @Test
    void anInterruptDoesNotCloseIt() throws Exception {
        Thread.currentThread().interrupt();
        try (RunJournal written = begin()) {
            written.append(ENTRIES);
            try (RunJournal read = RunJournal.open(file())) {
                assertThat(changes(read)).isEqualTo(ENTRIES);
            }
            written.delete();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsAFailureBeforeAnyChange() throws Exception {
        Files.writeString(folder.resolve("j"), "a file");
        assertThatThrownBy(this::begin)
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("RELEASE_DISK"));
    }

    @Test
    void anyNameOfAProjectIsTheNameOfAFileInTheFolder() {
        for (String name : List.of("../x", "a/b", ".", "..", "ä ö", "x".repeat(5000), "")) {
            Path file = DurableFiles.of(folder, name, RunJournal.SUFFIX);
            assertThat(file.normalize().getParent()).isEqualTo(folder);
            assertThat(file.getFileName().toString().length()).isLessThan(250);
        }
        assertThat(DurableFiles.of(folder, "x".repeat(500), ""))
                .isNotEqualTo(DurableFiles.of(folder, "x".repeat(501), ""));
    }
}
