package io.outrider.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import java.util.regex.Pattern;

/** Reasons of I/O errors for display: the system's text, without names of Java classes. */
public final class IoReason {
    private static final Map<Class<? extends FileSystemException>, String> WITHOUT_WORDS = Map.of(
            NoSuchFileException.class, "there is no such file or directory",
            AccessDeniedException.class, "permission denied",
            FileAlreadyExistsException.class, "there is a file of this name already",
            NotDirectoryException.class, "it is no directory",
            DirectoryNotEmptyException.class, "the directory is not empty");

    /** Packages whose exception messages are usable; those of other libraries quote file contents and class names. */
    private static final Pattern WORDED = Pattern.compile("java\\.|javax\\.|sun\\.|io\\.outrider\\.");

    private static final String NONE = "input or output failed";

    private IoReason() {}

    /** The reason without the file's name, which the surrounding sentence has. */
    public static String of(Exception e) {
        if (e instanceof FileSystemException file) {
            String words = WITHOUT_WORDS.get(file.getClass());
            return words != null ? words : file.getReason() != null ? file.getReason() : NONE;
        }
        if (e instanceof UncheckedIOException unchecked) {
            return of(unchecked.getCause());
        }
        if (e instanceof CharacterCodingException) {
            return "it is not UTF-8";
        }
        if (!(e instanceof IOException)
                || !WORDED.matcher(e.getClass().getName()).lookingAt()) {
            return "it is not understood";
        }
        String message = e.getMessage();
        return message == null || message.isBlank() || message.matches("(?s).*\\b[a-z]+(\\.[a-z]\\w*)+\\.[A-Z]\\w*.*")
                ? NONE
                : message;
    }
}
