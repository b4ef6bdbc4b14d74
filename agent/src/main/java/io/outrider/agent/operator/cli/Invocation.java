package io.outrider.agent.operator.cli;

import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.api.Failure;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * Invocation of the program: its options, output and terminal, and the daemon that it addresses.
 *
 * @param service null if there is no daemon
 */
record Invocation(CommandOptions options, DaemonService service, OutputWriter out, PrintWriter err, Terminal terminal) {
    Invocation with(CommandOptions other) {
        return new Invocation(other, service, out, err, terminal);
    }

    List<String> words() {
        return options.words();
    }

    boolean wantsHelp() {
        return options.has("-h") || options.has("--help");
    }

    boolean is(Subcommand subcommand) {
        return !words().isEmpty() && Subcommand.of(words().get(0)) == subcommand;
    }

    /** True for JSON, which is the default into a pipe or file. */
    boolean json() {
        boolean isForPeople = is(Subcommand.CONFIG) || is(Subcommand.DAEMON);
        return options.has("--json") || !terminal.out() && !isForPeople && !options.has("--text");
    }

    /** Settings file; null for the default. */
    Path config() {
        return options.path("--config");
    }

    LocalClient client() throws Failure {
        String api = options.value("--api");
        Path tokenFile = options.path("--token-file");
        DaemonEndpoint settled = api != null && tokenFile != null ? null : service.api(config(), this::warn);
        List<Path> tokens = tokenFile != null ? List.of(tokenFile) : settled.tokenFiles();
        return new LocalClient(api != null ? DaemonEndpoint.at(api, tokens) : settled.with(tokens));
    }

    /** Files that may have the daemon's token. */
    List<Path> tokenFiles() throws Failure {
        Path file = options.path("--token-file");
        return file != null
                ? List.of(file)
                : service.api(config(), warning -> {}).tokenFiles();
    }

    /** Help of a function of the daemon; null if there is none. */
    String daemonHelp(String function) {
        try {
            return service == null
                    ? null
                    : client().call("sys.doc", function).path(function).textValue();
        } catch (Failure e) {
            return null;
        }
    }

    void warn(String sentence) {
        err.println("outrider: " + sentence);
        err.flush();
    }

    Printer printer() {
        return new Printer(out, json(), terminal.out());
    }
}
