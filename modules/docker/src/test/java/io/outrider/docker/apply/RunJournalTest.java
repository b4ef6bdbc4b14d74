package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.plan.RunJournalEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunJournalTest {
    private static final List<RunJournalEntry> ENTRIES = List.of(
            new RunJournalEntry.Renamed("id1", "app", "app-outrider-old"),
            new RunJournalEntry.Stopped("id1", "app", new RestartPolicy("on-failure", 3), true),
            new RunJournalEntry.SetAside(Path.of("/data/app\nwith a line break")));

    @TempDir
    Path folder;

    private RunJournal begin() throws Exception {
        ModelUnitFixture unit = new ModelUnitFixture(folder.resolve("unit"));
        return RunJournal.begin(
                folder.resolve("j"), new RunJournal.Header("run1", "p", AppliedRelease.of(unit.two, null)));
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
        written.stopping("id1");
        assertThat(Files.getPosixFilePermissions(file())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        try (RunJournal read = RunJournal.open(file())) {
            assertThat(read.header()).isEqualTo(written.header());
            assertThat(read.entries()).isEqualTo(ENTRIES).isEqualTo(written.entries());
            assertThat(read.stopping()).isEqualTo("id1");
            assertThat(read.committed()).isFalse();
            read.stopping("");
            read.commit();
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
            written.commit();
        }
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            try (RunJournal read = RunJournal.open(file())) {
                if (read == null) {
                    assertThat(file()).doesNotExist();
                } else {
                    assertThat(read.committed()).isFalse();
                    assertThat(read.entries())
                            .isEqualTo(ENTRIES.subList(0, read.entries().size()));
                    read.append(ENTRIES.subList(0, 1));
                }
            }
            if (Files.exists(file())) {
                try (RunJournal again = RunJournal.open(file())) {
                    assertThat(again.entries()).endsWith(ENTRIES.get(0));
                }
            }
        }
    }

    @Test
    void aDamagedFileIsSetAsideWithAFailureThatNamesIt() throws Exception {
        begin().close();
        for (String damage :
                List.of("nonsense\n", "{}\n", "{\"begin\":{\"run\":\"r\"}}\n", "[1]\n", "{\"begin\":3}\n")) {
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
    void anInterruptDoesNotCloseIt() throws Exception {
        Thread.currentThread().interrupt();
        try (RunJournal written = begin()) {
            written.append(ENTRIES);
            try (RunJournal read = RunJournal.open(file())) {
                assertThat(read.entries()).isEqualTo(ENTRIES);
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
