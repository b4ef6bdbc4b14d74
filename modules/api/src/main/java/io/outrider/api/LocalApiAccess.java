package io.outrider.api;

import java.nio.file.Path;

/** Access to the unit's local API for programs that a module starts, such as containers. Any thread. */
public interface LocalApiAccess {
    /** URL without a path, such as {@code http://127.0.0.1:9000}; null while the local API is off or not open yet. */
    String address();

    /**
     * Folder with the Unix socket {@code api.sock}, on which each request needs a token; to be mounted into containers. The folder
     * stays the same over restarts and reboots; null where there is no address.
     */
    Path socketFolder();

    /**
     * Token of a client's own, with the permissions of the unit's token. It is the same at each call, over restarts and
     * reboots, until the unit's owner revokes the tokens of all clients.
     *
     * @param client 1 to 200 letters, digits, '-', '_' and '.', such as the name of a container
     * @throws Failure if the key of the tokens cannot be read or written
     * @throws IllegalStateException in a process without a daemon, which has no address either
     */
    String token(String client) throws Failure;
}
