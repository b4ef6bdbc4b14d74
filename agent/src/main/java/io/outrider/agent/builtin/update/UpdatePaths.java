package io.outrider.agent.builtin.update;

import java.nio.file.Path;

/**
 * Folders of updates, which the daemon and root's {@code outrider-update} share.
 *
 * @param fetched written by the daemon: packages and the request
 * @param installation written by root: its state and the outcome
 * @param config of the owner: {@code update-keys.d} and {@code update.conf}
 * @param dpkg database of the installed packages
 */
public record UpdatePaths(Path fetched, Path installation, Path config, Path dpkg) {
    static final String ARRIVED = "package.deb";

    /** @param data folder of the unit's data */
    public static UpdatePaths of(Path data) {
        return new UpdatePaths(
                data.resolve("update"),
                Path.of("/var/lib/outrider-update"),
                Path.of("/etc/outrider"),
                Path.of("/var/lib/dpkg"));
    }

    Path request() {
        return fetched.resolve("request");
    }

    /** The package of the request. */
    Path arrived() {
        return fetched.resolve(ARRIVED);
    }

    /** Arguments of an update whose installation is not requested yet. */
    Path pending() {
        return fetched.resolve("pending.json");
    }

    Path state() {
        return installation.resolve("state");
    }
}
