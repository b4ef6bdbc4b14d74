package io.outrider.unit.gnss;

import static org.assertj.core.api.Assertions.assertThat;

import com.fazecast.jSerialComm.SerialPort;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of loading jSerialComm's native library, each in its own JVM. */
class SerialLibraryTest {
    @TempDir
    private Path folder;

    /** Main class that opens a serial line and prints what that changed of the process, or the failure. */
    static final class Opening {
        public static void main(String[] args) throws IOException {
            List<String> before = signals();
            try (SerialLine line = SerialLine.open(args[0], 115_200)) {
                System.out.println(line == null ? "no terminal" : "opened");
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
            System.out.println(signals().equals(before) ? "same signals" : before + " " + signals());
            String fields = Files.readString(Path.of("/proc/self/stat")).replaceFirst("(?s).*\\) ", "");
            System.out.println("terminal " + fields.split(" ")[4]); // tty_nr of proc(5)
        }

        private static List<String> signals() throws IOException {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(each -> each.startsWith("SigIgn") || each.startsWith("SigCgt"))
                    .toList();
        }
    }

    private static String open(String device, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("setsid", "--wait"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Opening.class.getName(), device));
        return Programs.run(command.toArray(String[]::new));
    }

    @Test
    void openingATerminalChangesNeitherSignalsNorTheControllingTerminal() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/socat")), "socat is not installed");
        Path device = folder.resolve("tty");
        Process socat = Programs.start(folder.resolve("log"), "socat", "PTY,wait-slave,link=" + device, "PIPE");
        try {
            Await.until("the device is there", () -> Files.exists(device));
            assertThat(open(device.toString())).contains("opened", "same signals", "terminal 0");
        } finally {
            Programs.end(socat);
        }
    }

    @Test
    void extractingLeavesNothingBehind() throws Exception {
        assertThat(open("/dev/null", "-Djava.io.tmpdir=" + folder)).contains("no terminal", "same signals");
        try (var left = Files.list(folder)) {
            assertThat(left.filter(each -> !each.toString().contains("hsperfdata")))
                    .isEmpty();
        }
    }

    @Test
    void theLibraryPathNeedsNoTemporaryDirectory() throws Exception {
        Assumptions.assumeTrue(System.getProperty("os.arch").equals("amd64"));
        try (InputStream in = SerialPort.class.getResourceAsStream("/Linux/x86_64/libjSerialComm.so")) {
            Files.copy(in, folder.resolve("libjSerialComm.so"));
        }
        assertThat(open("/dev/null", "-Djava.io.tmpdir=/nonexistent", "-Djava.library.path=" + folder))
                .contains("no terminal", "same signals");
    }

    @Test
    void withoutATemporaryDirectoryAndAPathTheErrorNamesTheProperty() throws Exception {
        assertThat(open("/dev/null", "-Djava.io.tmpdir=/nonexistent")).contains("-Djava.library.path");
    }
}
