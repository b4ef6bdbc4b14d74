package io.outrider.agent.runtime.settings;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A file with a secret in it: a password, a token, a private key. It belongs to root or to the user of this process,
 * others have no access at all, and its group may read it but not write: {@code chown root:outrider}, {@code chmod
 * 0640}. Links are followed; the directories above are not looked at.
 */
public final class SecretFile {
    private static final int LARGEST = 1 << 16;
    private static final int OTHERS = 0007;
    private static final int WRITABLE_BY_GROUP = 0020;
    private static final int ROOT = 0;

    private SecretFile() {}

    /**
     * The text in it, without the newline at its end.
     *
     * @throws Failure if it cannot be read, is empty, or {@link #check} refuses it
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
     * For those that something else reads, such as keys.
     *
     * @throws Failure if it is not there or somebody may read or change it who should not; says the command that helps
     */
    public static void check(Path file) throws Failure {
        checked(file);
    }

    private static String checked(Path file) throws Failure {
        String text = textOf(file);
        check(file, user());
        return text;
    }

    private static String textOf(Path file) throws Failure {
        try {
            return TextFile.read(file, LARGEST);
        } catch (Failure e) {
            throw failure(e.getMessage(), e);
        }
    }

    /** @param user the number of the user of this process */
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
        return new Failure(Failure.Actor.OPERATOR, "BAD_SECRET_FILE", sentence, cause);
    }
}
