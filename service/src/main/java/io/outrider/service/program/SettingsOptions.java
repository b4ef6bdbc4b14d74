package io.outrider.service.program;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of a command that reads the settings. */
class SettingsOptions {
    private static final Path SETTINGS = Path.of("/etc/outrider-service/outrider-service.toml");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help message and exits.")
    private boolean help;

    @Option(
            names = {"-c", "--settings"},
            paramLabel = "FILE",
            description = "Settings; by default /etc/outrider-service/outrider-service.toml if it exists.")
    private Path settings;

    ServiceSettings settings() {
        Path file = settings != null ? settings : Files.exists(SETTINGS) ? SETTINGS : null;
        return SettingsReader.read(
                file,
                System.getenv(),
                defaultData(System.getenv(), System.getProperty("user.name"), System.getProperty("user.home")));
    }

    /** Options as they are written behind another command; empty without any. */
    String words() {
        return settings == null ? "" : " -c " + settings.toAbsolutePath();
    }

    /** Folder that systemd made for the service; else one of the user who runs the program. */
    static Path defaultData(Map<String, String> environment, String user, String home) {
        String state = environment.get("STATE_DIRECTORY");
        if (state != null) {
            return Path.of(state);
        }
        if (user.equals("root") || user.equals("outrider-service")) {
            return Path.of("/var/lib/outrider-service");
        }
        String own = environment.getOrDefault(
                "HOME", home.equals("?") ? "/nonexistent" : home); // of a user without an entry
        String share = environment.get("XDG_DATA_HOME");
        return (share == null ? Path.of(own, ".local", "share") : Path.of(share)).resolve("outrider-service");
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
