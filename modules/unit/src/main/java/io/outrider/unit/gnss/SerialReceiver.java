package io.outrider.unit.gnss;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.unit.Missing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Serial device of a receiver, or a file or pipe with its sentences. */
record SerialReceiver(String device, int baud) implements PositionReceiver {
    // inode(7)
    private static final int TYPE = 0xF000;
    private static final int CHARACTER_DEVICE = 0x2000;
    private static final int DIRECTORY = 0x4000;
    private static final int PIPE = 0x1000;

    @Override
    public String name() {
        return device;
    }

    @Override
    public PositionDecoder decoder() {
        return new Nmea();
    }

    @Override
    public Feed open() throws Failure {
        try {
            return open(Path.of(device));
        } catch (NoSuchFileException e) {
            throw Missing.hardware(device + " is not there: connect the receiver, or correct [gnss] device");
        } catch (AccessDeniedException e) {
            throw new Failure(
                    GnssErrors.NOT_READABLE,
                    device + " cannot be read: add the daemon's user to the group of the device (usermod -aG dialout"
                            + " outrider), or correct [gnss] device");
        } catch (IOException e) {
            throw Missing.hardware(
                    device + " cannot be opened (" + IoReason.of(e) + "): it is tried again with the next question");
        }
    }

    private Feed open(Path path) throws IOException {
        int type = (Integer) Files.getAttribute(path, "unix:mode") & TYPE;
        if (type == DIRECTORY) {
            throw new AccessDeniedException(device);
        }
        Feed line = type == CHARACTER_DEVICE ? SerialLine.open(device, baud) : null;
        if (line != null) {
            return line;
        }
        return new OpenFile(
                type == PIPE // for reading only, opening it waits for a writer
                        ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
                        : FileChannel.open(path));
    }

    /** A file; closing it ends a blocked read. */
    private record OpenFile(FileChannel channel) implements Feed {
        @Override
        public InputStream lines() {
            return Channels.newInputStream(channel);
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                // only read from
            }
        }
    }
}
