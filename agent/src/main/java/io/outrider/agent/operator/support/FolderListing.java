package io.outrider.agent.operator.support;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** Listing of a folder that others write to meanwhile: mode, owner, size, time and name of each file; no contents. */
final class FolderListing extends SimpleFileVisitor<Path> {
    private static final int MOST_FILES = 5_000;

    private final Path folder;
    private final StringBuilder lines = new StringBuilder();
    private int files;

    FolderListing(Path folder) {
        this.folder = folder;
    }

    String text() throws Failure, IOException {
        if (!Files.isReadable(folder)) {
            throw BundleParts.missing(folder + " is not there, or may not be read by this user");
        }
        Files.walkFileTree(folder, this);
        return toString();
    }

    /** Lines so far. */
    @Override
    public String toString() {
        return lines.toString();
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
        return add(directory);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        return add(file);
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException reason) {
        return failed(file, reason);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException reason) {
        return reason == null ? FileVisitResult.CONTINUE : failed(directory, reason);
    }

    private FileVisitResult add(Path file) {
        if (files++ == MOST_FILES) {
            lines.append("and more than " + MOST_FILES + " files\n");
            return FileVisitResult.TERMINATE;
        }
        try {
            PosixFileAttributes about =
                    Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            lines.append("%s %-10s %12d %s %s%n"
                    .formatted(
                            PosixFilePermissions.toString(about.permissions()),
                            about.owner().getName(),
                            about.size(),
                            about.lastModifiedTime(),
                            file));
            return FileVisitResult.CONTINUE;
        } catch (IOException e) {
            return failed(file, e);
        }
    }

    private FileVisitResult failed(Path file, IOException reason) {
        lines.append(file + ": " + IoReason.of(reason) + "\n");
        return FileVisitResult.CONTINUE;
    }
}
