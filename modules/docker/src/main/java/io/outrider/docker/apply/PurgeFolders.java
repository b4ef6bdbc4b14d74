package io.outrider.docker.apply;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleaseStep;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Folders of the host that releases purge. Every element of a path below its root is opened relative to the one before without
 * following links, so that a container cannot lead a change to another place of the host, not even meanwhile.
 */
record PurgeFolders(List<Path> roots) {
    private static final int DEEPEST = 64;

    private interface Change {
        void in(SecureDirectoryStream<Path> parent, Path name) throws IOException;
    }

    boolean exists(Path folder) {
        return Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
    }

    /** @throws Failure {@link DockerErrors#PURGE_FORBIDDEN} */
    void check(Path folder) throws Failure {
        change(
                folder,
                "be set aside",
                (parent, name) -> parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)
                        .close());
    }

    void setAside(Path folder) throws Failure {
        change(folder, "be set aside", (parent, name) -> {
            parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS).close();
            parent.move(name, parent, ReleaseStep.aside(name));
        });
    }

    /** Removes what is in the place of the folder, if there is something to put there. */
    void putBack(Path folder) throws Failure {
        change(folder, "be put back", (parent, name) -> {
            Path aside = ReleaseStep.aside(name);
            if (present(parent, aside)) {
                delete(parent, name);
                parent.move(aside, parent, name);
            }
        });
    }

    void delete(Path folder) throws Failure {
        change(folder, "be deleted", PurgeFolders::delete);
    }

    private void change(Path folder, String what, Change change) throws Failure {
        Path root = roots.stream()
                .filter(candidate -> folder.startsWith(candidate) && !folder.equals(candidate))
                .findFirst()
                .orElseThrow(() -> forbidden(folder, "is not below a folder of `purge_below` in [releases]"));
        Path below = root.relativize(folder);
        if (!folder.isAbsolute() || !folder.equals(folder.normalize())) {
            throw forbidden(folder, "is not absolute, or has `..` in it");
        }
        try (DirectoryStream<Path> start = Files.newDirectoryStream(root)) {
            descend(secure(start), below, change);
        } catch (NoSuchFileException e) {
            return; // its parent is gone, and it with that
        } catch (IOException e) {
            if (linked(root, below)) {
                throw forbidden(folder, "has a symbolic link in its path, or is no folder");
            }
            throw new Failure(DockerErrors.PURGE_FAILED, folder + " cannot " + what + ": " + IoReason.of(e), e);
        }
    }

    private static void descend(SecureDirectoryStream<Path> parent, Path below, Change change) throws IOException {
        if (below.getNameCount() == 1) {
            change.in(parent, below);
            return;
        }
        try (SecureDirectoryStream<Path> child =
                parent.newDirectoryStream(below.getName(0), LinkOption.NOFOLLOW_LINKS)) {
            descend(child, below.subpath(1, below.getNameCount()), change);
        }
    }

    private static void delete(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        while (present(parent, name) && !deleted(parent, name, null, 0)) {
            // very deep folders have been moved up: once more
        }
    }

    /** @return false if a folder was moved to the topmost one, which remains for it */
    private static boolean deleted(
            SecureDirectoryStream<Path> parent, Path name, SecureDirectoryStream<Path> topmost, int depth)
            throws IOException {
        if (!directory(parent, name)) {
            parent.deleteFile(name);
            return true;
        }
        boolean all = true;
        try (SecureDirectoryStream<Path> folder = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            SecureDirectoryStream<Path> top = topmost == null ? folder : topmost;
            for (Path child : folder) {
                if (depth == DEEPEST && directory(folder, child.getFileName())) {
                    folder.move(child.getFileName(), top, free(top));
                    all = false;
                } else {
                    all &= deleted(folder, child.getFileName(), top, depth + 1);
                }
            }
        }
        if (all || depth > 0) {
            parent.deleteDirectory(name);
        }
        return all;
    }

    private static Path free(SecureDirectoryStream<Path> folder) throws IOException {
        int number = 0;
        while (present(folder, Path.of("deep-" + number))) {
            number++;
        }
        return Path.of("deep-" + number);
    }

    private static boolean present(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        try {
            view(parent, name).readAttributes();
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static boolean directory(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        return view(parent, name).readAttributes().isDirectory();
    }

    private static BasicFileAttributeView view(SecureDirectoryStream<Path> parent, Path name) {
        return parent.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean linked(Path root, Path below) {
        return IntStream.rangeClosed(1, below.getNameCount())
                .mapToObj(count -> root.resolve(below.subpath(0, count)))
                .anyMatch(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                        && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        throw new IOException("the file system has no safe access to folders");
    }

    private static Failure forbidden(Path folder, String why) {
        return new Failure(DockerErrors.PURGE_FORBIDDEN, folder + " " + why);
    }
}
