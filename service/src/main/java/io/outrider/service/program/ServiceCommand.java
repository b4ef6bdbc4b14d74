package io.outrider.service.program;

import io.outrider.service.database.Database;
import io.outrider.service.problem.Problem;
import io.reactivex.plugins.RxJavaPlugins;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command line of the service; exits with 1 if a command failed, and 2 if it was not understood. */
@Command(
        name = "outrider-service",
        description = "The fleet service of Outrider: HTTP API, broker and database in one process.",
        mixinStandardHelpOptions = true,
        versionProvider = ServiceCommand.Version.class,
        footer = {
            "",
            "Examples:",
            "  outrider-service run",
            "  outrider-service device code fleet --unit van-12   # then, on the unit: outrider enrol URL CODE",
            "  outrider-service token add fleet backend --valid 365d",
            "  outrider-service backup /srv/fleet.zip",
            "",
            "Exit code: 0 done, 1 failed, 2 not understood."
        },
        subcommands = {
            RunCommand.class,
            AccountCommands.class,
            UserCommands.class,
            TokenCommands.class,
            DeviceCommands.class,
            ReleaseCommands.class
        })
public final class ServiceCommand {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceCommand.class);

    private ServiceCommand() {}

    /** Version of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = ServiceCommand.class.getPackage().getImplementationVersion();
            return new String[] {"outrider-service " + (version == null ? "(built from source)" : version)};
        }
    }

    @Command(description = "Writes database and keys into a zip file; the service may run meanwhile.")
    void backup(
            @Mixin SettingsOptions options,
            @Parameters(paramLabel = "FILE") Path file,
            @Option(names = "--force", description = "Replaces the file if it exists.") boolean force)
            throws IOException {
        Backup.write(options.settings(), file.toAbsolutePath(), force);
    }

    @Command(
            description =
                    "Puts a backup into a data folder that has neither database nor key; the service must not run.")
    void restore(@Mixin SettingsOptions options, @Parameters(paramLabel = "FILE") Path file) throws IOException {
        Backup.restore(options.settings(), file);
    }

    public static void main(String[] arguments) {
        // errors of the MQTT client while it is being closed have nobody to be told to
        RxJavaPlugins.setErrorHandler(e -> LOG.debug("the connection to the broker was being closed", e));
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new ServiceCommand());
        line.registerConverter(Duration.class, OperatorOptions::duration);
        line.getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> each.findOption("--help") == null) // those with further commands
                .forEach(each -> each.mixinStandardHelpOptions(true).versionProvider(new Version()));
        line.setExecutionExceptionHandler((e, command, result) -> {
            boolean ours = e instanceof Problem || e instanceof InvalidServiceSettingsException;
            String text = ours || e instanceof IllegalArgumentException ? e.getMessage() : failure(e);
            command.getErr().println("outrider-service: " + text);
            command.getErr().flush();
            return CommandLine.ExitCode.SOFTWARE;
        });
        return line;
    }

    private static String reason(FileSystemException file) {
        if (file instanceof AccessDeniedException) {
            return "not permitted to the user " + System.getProperty("user.name")
                    + "; the data belongs to the service's user: sudo -u outrider-service outrider-service ...";
        }
        return file instanceof NoSuchFileException
                ? "there is no such file or folder"
                : String.valueOf(file.getReason());
    }

    /** Sentence about what is at the bottom of a failure. */
    static String failure(Throwable e) {
        Throwable cause = Database.cause(e);
        if (cause instanceof FileSystemException file) {
            return file.getFile() + ": " + reason(file);
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
