package io.outrider.agent.operator.api;

import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.storage.DurableDirectories;
import io.outrider.agent.runtime.storage.RunningDaemons;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opener of the local API's port and Unix socket. */
final class LocalListeners {
    private static final Logger LOG = LoggerFactory.getLogger(LocalListeners.class);

    /** Backlog of the kernel; clients retry further connections after a second. */
    private static final int BACKLOG = 1024;

    private static final Set<PosixFilePermission> OF_GROUP = PosixFilePermissions.fromString("rw-rw----");
    private static final Set<PosixFilePermission> OF_ALL = PosixFilePermissions.fromString("rw-rw-rw-");
    private static final Set<PosixFilePermission> FOLDER_OF_ALL = PosixFilePermissions.fromString("rwxr-xr-x");

    private LocalListeners() {}

    static ServerSocketChannel port(LocalSettings settings) throws Failure {
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            return channel.bind(
                    new InetSocketAddress(InetAddress.getByName(settings.address()), settings.port()), BACKLOG);
        } catch (IOException e) {
            close(channel);
            String port = " port " + settings.port() + " of " + settings.address();
            if (e instanceof BindException) {
                String sentence = "the local API cannot have" + port + " (" + IoReason.of(e)
                        + "): end what has it (ss -ltnp 'sport = :" + settings.port()
                        + "' tells), or set another with [local] port" + RunningDaemons.others();
                throw new Failure(LocalApiErrors.PORT_TAKEN, sentence, e);
            }
            throw new Failure(
                    LocalApiErrors.PORT_FAILED, "the local API cannot listen on" + port + ": " + IoReason.of(e), e);
        }
    }

    /**
     * Opens a Unix socket for users that may read the token, or for all that see its folder; null if it cannot be opened. The
     * port is open already, which only one process can own, so that an existing file is left over from a former process.
     */
    static ServerSocketChannel socket(Path file, boolean ofContainers) {
        ServerSocketChannel channel = null;
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (ofContainers) {
                DurableDirectories.make(folder); // closed, but for the last one
                Files.setPosixFilePermissions(folder, FOLDER_OF_ALL);
            } else {
                Files.createDirectories(folder);
            }
            Files.deleteIfExists(file);
            channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            channel.bind(UnixDomainSocketAddress.of(file), BACKLOG);
            Files.setPosixFilePermissions(file, ofContainers ? OF_ALL : OF_GROUP);
            return channel;
        } catch (IOException | UnsupportedOperationException | UnsupportedAddressTypeException e) {
            close(channel);
            LOG.warn(
                    "cannot open socket {} ({}); its clients have the port, which any local program can disturb: make the"
                            + " daemon's user the owner of the folder",
                    file,
                    e instanceof IOException ? IoReason.of(e) : "this system has none");
            return null;
        }
    }

    /** @param socket may be null */
    static void close(Closeable socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            LOG.debug("local API: socket not closed properly: {}", e.toString());
        }
    }
}
