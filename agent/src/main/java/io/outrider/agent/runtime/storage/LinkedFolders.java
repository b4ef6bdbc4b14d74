package io.outrider.agent.runtime.storage;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * Check of symbolic links in the data folder, which put a part of the data on another disk. They are followed if only
 * root and the user of the daemon can change the link and its target.
 */
public final class LinkedFolders {
    private static final int ROOT = 0;
    private static final int WRITABLE_BY_OTHERS = 0022;

    private LinkedFolders() {}

    /** @throws Failure for a link made by another user, or to a folder that another user may change */
    public static void check(Path data) throws Failure {
        try (DirectoryStream<Path> links = Files.newDirectoryStream(data, Files::isSymbolicLink)) {
            int user = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            for (Path link : links) {
                if (Files.isDirectory(link)) { // the user of a dangling link reports it
                    check(link, user);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw unreadable(data, e.getCause());
        } catch (IOException e) {
            throw unreadable(data, e);
        }
    }

    /** @param user uid of this process */
    static void check(Path link, int user) throws Failure, IOException {
        int maker = (Integer) Files.getAttribute(link, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        if (maker != ROOT && maker != user) {
            throw refused(link + " is a symbolic link of user " + maker + ", who could change it; remove it, or run:"
                    + " chown -h root " + link);
        }
        Map<String, Object> target = Files.readAttributes(link, "unix:mode,uid");
        int owner = (Integer) target.get("uid");
        Path folder = link.toRealPath();
        String linked = link + " is a symbolic link to " + folder;
        if (owner != ROOT && owner != user) {
            throw refused(linked + ", which belongs to user " + owner + "; run: chown -R "
                    + System.getProperty("user.name") + " " + folder);
        }
        if (((Integer) target.get("mode") & WRITABLE_BY_OTHERS) != 0) {
            throw refused(linked + ", which others may change; run: chmod go-w " + folder);
        }
    }

    private static Failure unreadable(Path data, IOException e) {
        return refused("the data folder " + data + " cannot be read (" + IoReason.of(e)
                + "); let the user of the daemon read it");
    }

    private static Failure refused(String sentence) {
        return new Failure(AgentErrors.AGENT_DISK, sentence);
    }
}
