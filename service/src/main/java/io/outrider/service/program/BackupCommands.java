package io.outrider.service.program;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands for backup and restore of the embedded database. */
final class BackupCommands {
    private BackupCommands() {}

    @Command(name = "backup", description = "Writes database and keys into a zip file; the service may run meanwhile.")
    static final class WriteBackup extends SettingsCommand implements Callable<Integer> {
        @Parameters(paramLabel = "FILE")
        private Path file;

        @Override
        public Integer call() throws Exception {
            Backup.write(settings(), file.toAbsolutePath());
            return 0;
        }
    }

    @Command(name = "restore", description = "Puts a backup into an empty data folder; the service must not run.")
    static final class Restore extends SettingsCommand implements Callable<Integer> {
        @Parameters(paramLabel = "FILE")
        private Path file;

        @Override
        public Integer call() throws Exception {
            Backup.restore(settings(), file);
            return 0;
        }
    }
}
