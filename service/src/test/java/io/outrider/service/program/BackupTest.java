package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Backup and restore by the commands of the operator. */
class BackupTest extends OperatorUnderTest {
    @Test
    void aBackupIsRestoredWithItsKeysAndTokens() throws Exception {
        execute("account", "add", "north");
        execute("token", "add", "north", "backend");
        String token = printed.toString().strip();
        Path backup = folder.resolve("backup.zip");
        assertThat(execute("backup", backup.toString())).isZero();
        assertThat(execute("restore", backup.toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("move the data folder away");
        Files.move(folder.resolve("data"), folder.resolve("old"));
        Path log =
                Files.createFile(Files.createDirectory(folder.resolve("data")).resolve("service.db-wal"));
        errors.getBuffer().setLength(0);
        assertThat(execute("restore", backup.toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("service.db-wal exists", "move the data folder away");
        Files.delete(log);
        assertThat(execute("restore", backup.toString())).isZero();
        try (ServiceCore core = ServiceCore.open(SettingsReader.read(settings, Map.of(), folder), Clock.systemUTC())) {
            assertThat(core.accounts().ofApiToken(token)).isPresent();
        }
        Files.move(folder.resolve("data"), folder.resolve("older"));
        assertThat(execute(
                        "restore", Files.writeString(folder.resolve("x"), "x").toString()))
                .isEqualTo(1);
        assertThat(errors.toString()).contains("is no backup of this service");
    }

    @Test
    void withoutAServiceThereIsNothingToBackUpAndNothingIsMade() {
        assertThat(execute("backup", folder.resolve("backup.zip").toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("there is no service to back up in " + folder.resolve("data"));
        assertThat(folder.resolve("data/service.db")).doesNotExist();
        assertThat(folder.resolve("backup.zip")).doesNotExist();
    }

    @Test
    void aDamagedBackupLeavesNothingBehind() throws Exception {
        execute("account", "add", "north");
        Path backup = folder.resolve("backup.zip");
        assertThat(execute("backup", backup.toString())).isZero();
        Files.move(folder.resolve("data"), folder.resolve("old"));
        byte[] good = Files.readAllBytes(backup);
        byte[] changed = good.clone();
        changed[good.length / 2] ^= 0x55;
        for (byte[] bad : List.of(
                Arrays.copyOf(good, good.length / 2), Arrays.copyOf(good, good.length - 30), changed, new byte[0])) {
            Path damaged = Files.write(folder.resolve("damaged.zip"), bad);
            errors.getBuffer().setLength(0);
            assertThat(execute("restore", damaged.toString())).isEqualTo(1);
            assertThat(errors.toString()).contains("damaged.zip is no backup of this service");
            assertThat(folder.resolve("data")).doesNotExist();
        }
        Files.createDirectory(folder.resolve("data"));
        assertThat(execute("restore", folder.resolve("damaged.zip").toString())).isEqualTo(1);
        assertThat(folder.resolve("data")).as("a folder that was there").isEmptyDirectory();
        assertThat(execute("restore", backup.toString())).isZero();
        assertThat(execute("account", "list")).isZero();
        assertThat(printed.toString()).contains("north");
        assertThat(folder.resolve("data")).isDirectoryNotContaining("glob:**/.restore*");
    }

    @Test
    void aZipWithAnotherDatabaseOrAnotherKeyIsNotRestored() throws Exception {
        execute("account", "add", "north");
        Path backup = folder.resolve("backup.zip");
        execute("backup", backup.toString());
        Files.move(folder.resolve("data"), folder.resolve("old"));
        execute("account", "add", "south");
        Files.move(folder.resolve("data"), folder.resolve("south"));
        Path foreign = folder.resolve("foreign.db");
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + foreign)) {
            other.createStatement().execute("CREATE TABLE account (id INTEGER)");
        }
        Map<String, List<byte[]>> members = Map.of(
                "service.db",
                List.of(
                        new byte[0],
                        new byte[] {'x'},
                        "garbage".repeat(999).getBytes(StandardCharsets.UTF_8),
                        Files.readAllBytes(foreign)),
                "service.key",
                List.of(new byte[] {'y'}, Files.readAllBytes(folder.resolve("south/service.key"))));
        for (String member : members.keySet()) {
            for (byte[] content : members.get(member)) {
                Path wrong = Files.copy(backup, folder.resolve("wrong.zip"), StandardCopyOption.REPLACE_EXISTING);
                try (FileSystem zip = FileSystems.newFileSystem(wrong)) {
                    Files.write(zip.getPath(member), content);
                }
                errors.getBuffer().setLength(0);
                assertThat(execute("restore", wrong.toString()))
                        .as(member + " of " + content.length + " bytes")
                        .isEqualTo(1);
                assertThat(errors.toString())
                        .contains("wrong.zip is no backup of this service")
                        .doesNotContain("Exception");
                assertThat(folder.resolve("data")).doesNotExist();
            }
        }
        assertThat(execute("restore", backup.toString())).isZero();
    }

    @Test
    void aBackupReplacesNoFileUnlessItIsForced() throws Exception {
        execute("account", "add", "north");
        Path file = Files.writeString(folder.resolve("other"), "of somebody");
        assertThat(execute("backup", file.toString())).isEqualTo(1);
        assertThat(errors.toString()).contains(file + " exists", "--force");
        assertThat(file).hasContent("of somebody");
        assertThat(execute("backup", "--force", folder.toString())).isEqualTo(1);
        assertThat(errors.toString()).contains(folder + " exists; take another name");
        assertThat(execute("backup", "--force", file.toString())).isZero();
        Files.move(folder.resolve("data"), folder.resolve("old"));
        assertThat(execute("restore", file.toString())).isZero();
    }

    @Test
    void aBackupNamesTheFolderThatIsNone() {
        execute("account", "add", "north");
        for (Path none : List.of(folder.resolve("none"), settings)) {
            errors.getBuffer().setLength(0);
            assertThat(execute("backup", none.resolve("backup.zip").toString())).isEqualTo(1);
            assertThat(errors.toString()).contains(none + " is no folder").doesNotContain(".backup");
        }
    }

    @Test
    void aRestoreReplacesNoKey() throws Exception {
        execute("account", "add", "north");
        Path backup = folder.resolve("backup.zip");
        execute("backup", backup.toString());
        Files.delete(folder.resolve("data/service.db"));
        String key = Files.readString(folder.resolve("data/service.key"));
        assertThat(execute("restore", backup.toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("service.key exists", "move the data folder away");
        assertThat(folder.resolve("data/service.key")).hasContent(key.strip());
    }

    @Test
    void anotherKeyFileIsRefused() throws Exception {
        execute("account", "add", "north");
        Files.writeString(folder.resolve("data/service.key"), "ab".repeat(32));
        assertThat(execute("account", "list")).isEqualTo(1);
        assertThat(errors.toString()).contains("the key file is not the one that this database was made with");
        Files.writeString(folder.resolve("data/service.key"), "x");
        assertThat(execute("account", "list")).isEqualTo(1);
        assertThat(errors.toString()).contains("is no key of this service");
    }
}
