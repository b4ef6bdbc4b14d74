package io.outrider.agent.runtime.settings;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Reader of small UTF-8 files. */
final class TextFile {
    private TextFile() {}

    /** @throws Failure if it is missing, unreadable, no regular file, larger, or not UTF-8 */
    static String read(Path file, int most) throws Failure {
        byte[] bytes = bytes(file, most);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(in).toString();
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            long line = 1
                    + IntStream.range(0, in.position())
                            .filter(i -> bytes[i] == '\n')
                            .count();
            throw SettingsProblems.failure(file + ":" + line + ": is not UTF-8; save the file in that encoding", null);
        }
    }

    private static byte[] bytes(Path file, int most) throws Failure {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw SettingsProblems.failure(
                    file + ": is " + (Files.isDirectory(file) ? "a directory" : "no regular file")
                            + "; a file is needed here",
                    null);
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw SettingsProblems.failure(
                        file + ": has more than " + most + " bytes, which cannot be meant", null);
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw SettingsProblems.failure(file + ": there is no such file", e);
        } catch (AccessDeniedException e) {
            throw SettingsProblems.failure(
                    file + ": may not be read by " + System.getProperty("user.name") + "; check owner and mode of it"
                            + " and of the directories above",
                    e);
        } catch (IOException e) {
            throw SettingsProblems.failure(file + ": cannot be read: " + IoReason.of(e), e);
        }
    }
}
