package io.outrider.unit.gnss;

import com.fazecast.jSerialComm.SerialPort;
import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Loader of jSerialComm's native library: from {@code java.library.path}, else from the jar through a temporary folder of
 * this process. jSerialComm itself would load from, and extract to, a folder with a fixed name that every user may write.
 */
final class SerialLibrary {
    private static final String FILE = System.mapLibraryName("jSerialComm");
    private static final String PATH = "jSerialComm.library.path";

    /** Signals that the library ignores from its loading on: HUP, USR1, USR2, CONT, TTIN, TTOU, IO (signal(7)). */
    private static final int[] IGNORED_SIGNALS = {1, 10, 12, 18, 21, 22, 29};

    /** No less than struct sigaction of any processor. */
    private static final int SIGACTION_BYTES = 256;

    private static final class SerialLibraryHolder {
        private static final Throwable FAILURE = tryToLoad();
    }

    private static final class SignalCalls {
        static {
            Native.register(SignalCalls.class, "c");
        }

        private static native int sigaction(int signal, byte[] action, byte[] old) throws LastErrorException;
    }

    private SerialLibrary() {}

    static void require() throws IOException {
        if (SerialLibraryHolder.FAILURE != null) {
            throw new IOException(
                    "the native library of jSerialComm does not load; set -Djava.library.path to its folder",
                    SerialLibraryHolder.FAILURE);
        }
    }

    private static Throwable tryToLoad() {
        try {
            System.setProperty("fazecast.jSerialComm.appid", UUID.randomUUID().toString()); // part of its folder's name
            if (System.getProperty(PATH) != null || isInLibraryPath()) {
                initialize();
            } else {
                extractAndInitialize();
            }
            return null;
        } catch (IOException | LinkageError e) {
            return e;
        }
    }

    private static boolean isInLibraryPath() {
        return Stream.of(System.getProperty("java.library.path", "").split(":"))
                .anyMatch(each -> Files.exists(Path.of(each, FILE)));
    }

    private static void extractAndInitialize() throws IOException {
        Path folder = Files.createTempDirectory("outrider-serial-");
        Path file = folder.resolve(FILE);
        try (InputStream in = SerialPort.class.getResourceAsStream("/Linux/" + processor() + "/" + FILE)) {
            Files.copy(in, file);
            System.setProperty(PATH, folder.toString());
            initialize();
        } finally { // a mapped file may be deleted
            System.clearProperty(PATH);
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static String processor() {
        String name = System.getProperty("os.arch");
        return switch (name) {
            case "amd64" -> "x86_64";
            case "aarch64" -> "armv8_64";
            case "arm" -> "armv6hf";
            default -> throw new UnsatisfiedLinkError("no build of it for " + name + " is known");
        };
    }

    /** Keeps the actions of all signals; an ignored one is also ignored by programs started later. */
    private static void initialize() {
        byte[][] actions = new byte[IGNORED_SIGNALS.length][SIGACTION_BYTES];
        for (int i = 0; i < actions.length; i++) {
            SignalCalls.sigaction(IGNORED_SIGNALS[i], null, actions[i]);
        }
        try {
            SerialPort.getVersion();
        } finally {
            for (int i = 0; i < actions.length; i++) {
                SignalCalls.sigaction(IGNORED_SIGNALS[i], actions[i], null);
            }
        }
    }
}
