package io.outrider.service.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Commands of the operator with settings of their own, and what they print. */
abstract class OperatorUnderTest {
    @TempDir
    Path folder;

    Path settings;
    final StringWriter printed = new StringWriter();
    final StringWriter errors = new StringWriter();

    @BeforeEach
    void writeSettings() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        settings = Files.writeString(
                folder.resolve("settings.toml"),
                "data = \"" + folder.resolve("data") + "\"\n[http]\nport = 0\n[broker]\nport = " + port + "\n");
    }

    int execute(String... words) {
        CommandLine line = ServiceCommand.commandLine();
        line.setOut(new PrintWriter(printed));
        line.setErr(new PrintWriter(errors));
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--settings";
        all[words.length + 1] = settings.toString();
        return line.execute(all);
    }
}
