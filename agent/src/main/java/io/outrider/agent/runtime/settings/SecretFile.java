package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * File with a password, token or private key. It must belong to root or the process's user, without access for others
 * and without write access for the group: {@code chown root:outrider}, {@code chmod 0640}. Links are followed; parent
 * directories are not checked.
 */
public final class SecretFile {
    private static final int MAX_BYTES = 1 << 16;
    private static final int OTHERS = 0007;
    private static final int WRITABLE_BY_GROUP = 0020;
    private static final int ROOT = 0;

    private SecretFile() {}

    /**
     * Returns the text without its final newline.
     *
     * @throws Failure if it is unreadable, empty, or rejected by {@link #check}
     */
    public static String read(Path file) throws Failure {
        String text = checked(file);
        String secret = text.endsWith("\r\n")
                ? text.substring(0, text.length() - 2)
                : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        if (secret.isBlank()) {
            throw failure(file + ": is empty; write the secret into it", null);
        }
        return secret;
    }

    /**
     * Checks a file that a library reads, such as a key.
     *
     * @throws Failure if it is missing, or its owner or mode is unsafe; the message has the command that corrects it
     */
    public static void check(Path file) throws Failure {
        checked(file);
    }

    private static String checked(Path file) throws Failure {
        String text;
        try {
            text = TextFile.read(file, MAX_BYTES);
        } catch (Failure e) {
            throw failure(e.getMessage(), e);
        }
        check(file, user());
        return text;
    }

    /** @param user uid of this process */
    static void check(Path file, int user) throws Failure {
        Map<String, Object> about;
        try {
            about = Files.readAttributes(file, "unix:mode,uid");
        } catch (IOException e) {
            throw failure(file + ": its owner and mode cannot be found out: " + IoReason.of(e), e);
        }
        int mode = (Integer) about.get("mode") & 07777;
        int owner = (Integer) about.get("uid");
        if (owner != ROOT && owner != user) {
            throw failure(file + ": belongs to user " + owner + ", who could change it; run: chown root " + file, null);
        }
        if ((mode & OTHERS) != 0) {
            throw failure(
                    file + ": is open to everybody (mode " + octal(mode) + "); run: chmod " + octal(mode & 0640) + " "
                            + file,
                    null);
        }
        if ((mode & WRITABLE_BY_GROUP) != 0) {
            throw failure(
                    file + ": may be changed by its group (mode " + octal(mode) + "); run: chmod g-w " + file, null);
        }
    }

    private static int user() throws Failure {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw failure("/proc/self cannot be read, so nobody knows who may own secrets: " + IoReason.of(e), e);
        }
    }

    private static String octal(int mode) {
        return String.format("%04o", mode);
    }

    private static Failure failure(String sentence, Exception cause) {
        return new Failure(AgentErrors.BAD_SECRET_FILE, sentence, cause);
    }
}
