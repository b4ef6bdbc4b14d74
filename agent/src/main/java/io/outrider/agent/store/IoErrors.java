package io.outrider.agent.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Words for errors of the disk, as a person is told them. */
public final class IoErrors {
    private IoErrors() {}

    /** Without Java's names of classes: "no such file or folder", "No space left on device". */
    public static String plain(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "a file has this name already";
        }
        if (e instanceof NotDirectoryException) {
            return "it is no folder";
        }
        if (e instanceof DirectoryNotEmptyException) {
            return "it is a folder that is not empty";
        }
        String message = e instanceof FileSystemException of ? of.getReason() : e.getMessage();
        return message == null || message.isBlank() ? "error of the disk" : message;
    }
}
