package io.outrider.service.program;

import io.outrider.service.problem.Problem;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Command line of the service; exits with 1 if a command failed, and 2 if it was not understood. */
@Command(
        name = "outrider-service",
        description = "The fleet service of Outrider: HTTP API, broker and database in one process.",
        mixinStandardHelpOptions = true,
        versionProvider = ServiceCommand.Version.class,
        subcommands = {
            RunCommand.class,
            AccountCommands.AccountGroup.class,
            AccountCommands.UserGroup.class,
            AccountCommands.TokenGroup.class,
            DeviceCommands.DeviceGroup.class,
            BackupCommands.WriteBackup.class,
            BackupCommands.Restore.class
        })
public final class ServiceCommand {
    private ServiceCommand() {}

    /** Version of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = ServiceCommand.class.getPackage().getImplementationVersion();
            return new String[] {"outrider-service " + (version == null ? "(built from source)" : version)};
        }
    }

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new ServiceCommand());
        addHelp(line);
        line.setExecutionExceptionHandler((e, command, result) -> {
            boolean ours = e instanceof Problem || e instanceof InvalidServiceSettingsException;
            String text = ours || e instanceof IllegalArgumentException ? e.getMessage() : failure(e);
            command.getErr().println("outrider-service: " + text);
            command.getErr().flush();
            return CommandLine.ExitCode.SOFTWARE;
        });
        return line;
    }

    /** Every command has --help. */
    private static void addHelp(CommandLine line) {
        line.getSubcommands().values().forEach(each -> {
            each.getCommandSpec().mixinStandardHelpOptions(true);
            addHelp(each);
        });
    }

    private static String failure(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
