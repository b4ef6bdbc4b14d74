package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.agent.runtime.storage.DataLock;
import io.outrider.agent.runtime.storage.LinkedFolders;
import io.outrider.api.Failure;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data folders that are no folder, a link, or owned by another user, wholly or in part. */
@Timeout(120)
class DataFolderTest {
    private static final String RECORD = "[{\"@t\": \"myapp.value\", \"value\": 1}]";
    private static final int NOBODY = 65_534;

    @TempDir
    private Path home;

    private String whyNot(Path data) {
        Failure failure = catchThrowableOfType(Failure.class, () -> {
            try (DataLock lock = DataLock.of(data)) {
                LinkedFolders.check(data);
            }
        });
        assertThat(failure.actor()).isEqualTo(Failure.Actor.OPERATOR);
        assertThat(failure.code()).isEqualTo("AGENT_DISK");
        assertThat(failure.getMessage()).doesNotContain("Exception", "java.");
        return failure.getMessage();
    }

    @Test
    void aDataFolderThatIsAFileIsReported() throws IOException {
        Path file = Files.createFile(home.resolve("file"));
        assertThat(whyNot(file))
                .contains(file + " is a file, and a folder is needed there")
                .contains("set STATE_DIRECTORY to another folder");
        assertThat(whyNot(file.resolve("below"))).contains(file + " is a file");
    }

    @Test
    void anImpossibleDataFolderIsReported() {
        assertThat(whyNot(Path.of("/proc/x"))).contains("no folder can be made in /proc");
    }

    @Test
    void aDataFolderThatIsADanglingLinkIsReported() throws IOException {
        Path link = Files.createSymbolicLink(home.resolve("data"), home.resolve("unmounted"));
        assertThat(whyNot(link))
                .contains("is a symbolic link to " + home.resolve("unmounted") + ", where no folder is");
        assertThat(home.resolve("unmounted")).doesNotExist();
    }

    @Test
    void aLockThatIsAFolderIsReported() throws IOException {
        Files.createDirectories(home.resolve("data/lock"));
        assertThat(whyNot(home.resolve("data"))).contains("data/lock cannot be written (it is a directory)");
    }

    @Test
    void aLockThatIsALinkIsNotFollowed() throws IOException {
        Files.createDirectory(home.resolve("data"));
        Path elsewhere = home.resolve("elsewhere");
        Files.createSymbolicLink(home.resolve("data/lock"), elsewhere);
        assertThat(whyNot(home.resolve("data"))).contains("data/lock cannot be written");
        assertThat(elsewhere).doesNotExist();
    }

    @Test
    void aCreatedDataFolderIsClosedToOthers() throws Exception {
        DataLock.of(home.resolve("a/data")).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("a/data"))))
                .endsWith("---");
    }

    private Path link(String part) throws IOException {
        Path target = Files.createDirectories(home.resolve("disk").resolve(part));
        Files.createDirectories(home.resolve("data"));
        return Files.createSymbolicLink(home.resolve("data").resolve(part), target);
    }

    @Test
    void aPartLinkedByAnotherUserIsRejected() throws IOException {
        Path link = link("buffer");
        assumeTrue(isRoot(), "only root can make files of others");
        Files.setAttribute(link, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        assertThat(whyNot(home.resolve("data"))).contains(link + " is a symbolic link of user " + NOBODY);
    }

    @Test
    void aPartLinkedToAnotherUsersFolderIsRejected() throws IOException {
        Path link = link("jobs");
        assumeTrue(isRoot(), "only root can make files of others");
        Files.setAttribute(link, "unix:uid", NOBODY);
        assertThat(whyNot(home.resolve("data"))).contains("which belongs to user " + NOBODY, "run: chown -R");
    }

    @Test
    void aPartLinkedToAWorldWritableFolderIsRejected() throws IOException {
        Path link = link("settings");
        Files.setPosixFilePermissions(link, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(whyNot(home.resolve("data")))
                .contains("which others may change; run: chmod go-w " + home.resolve("disk/settings"));
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    @Test
    void partsLinkedToAnotherDiskAreStoredThereAndFoundAgain() throws Exception {
        for (String part : new String[] {"buffer", "jobs", "desired", "settings"}) {
            link(part);
        }
        try (RunningDaemon daemon = new RunningDaemon(home).settings().start()) {
            assertThat(daemon.post("/records", RECORD).body()).contains("\"on_disk\":true");
        }
        assertThat(home.resolve("disk/buffer/fresh")).isNotEmptyDirectory();
        assertThat(home.resolve("disk/settings/last-good.json")).isRegularFile();
        try (RunningDaemon daemon = new RunningDaemon(home).settings().start()) {
            assertThat(daemon.run("cloud.cache", "peek_queue").toString()).contains("myapp.value");
            assertThat(problems(daemon)).isEmpty();
        }
    }

    @Test
    void aBufferThatIsAFileKeepsRecordsInMemoryAndReportsItUntilRepaired() throws Exception {
        Path buffer = Files.createDirectories(home.resolve("data")).resolve("buffer");
        Files.createFile(buffer);
        try (RunningDaemon daemon = new RunningDaemon(home).settings().start()) {
            String why = buffer + " is a file, and a folder is needed there";
            assertThat(daemon.post("/records", RECORD).body()).contains("\"on_disk\":false");
            assertThat(problems(daemon))
                    .singleElement()
                    .asString()
                    .contains("The buffer of records cannot be opened (" + why);
            assertThat(log(daemon)).contains("the buffer of records cannot be opened (" + why);
            Files.delete(buffer);
            Await.until("the buffer is well again", () -> problems(daemon).isEmpty());
            Await.until("the log says so", () -> log(daemon).contains("can be written again"));
        }
        assertThat(buffer.resolve("fresh")).isNotEmptyDirectory();
    }

    private static List<String> problems(RunningDaemon daemon) throws Failure {
        return daemon.problems().stream()
                .filter(each -> !each.startsWith("obd:")) // without a bus
                .toList();
    }

    private static String log(RunningDaemon daemon) throws Failure {
        return daemon.run("log.query").toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"desired", "settings"})
    void aPartThatIsAFileLetsTheDaemonRun(String part) throws Exception {
        Files.createFile(Files.createDirectories(home.resolve("data")).resolve(part));
        try (RunningDaemon daemon = new RunningDaemon(home).settings().start()) {
            assertThat(daemon.run("test.ping")).hasToString("true");
            assertThat(log(daemon)).doesNotContain("Exception");
        }
    }

    @Test
    void aJournalThatIsAFilePreventsTheStartAndIsReported() throws IOException {
        Path jobs = Files.createDirectories(home.resolve("data")).resolve("jobs");
        Files.createFile(jobs);
        try (RunningDaemon daemon = new RunningDaemon(home).settings()) {
            assertThat(catchThrowableOfType(Failure.class, daemon::start))
                    .hasMessageContaining(jobs + " is a file, and a folder is needed there");
        }
    }
}
