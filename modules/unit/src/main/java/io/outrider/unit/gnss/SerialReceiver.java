package io.outrider.unit.gnss;

import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
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
    public InputStream open() throws Failure {
        try {
            return open(Path.of(device));
        } catch (NoSuchFileException e) {
            throw new Failure(
                    CommonErrors.NO_HARDWARE, device + " is not there: connect the receiver, or correct [gnss] device");
        } catch (AccessDeniedException e) {
            throw new Failure(
                    GnssErrors.NOT_READABLE,
                    device + " cannot be read: add the daemon's user to the group of the device (usermod -aG dialout"
                            + " outrider), or correct [gnss] device");
        } catch (IOException e) {
            throw new Failure(
                    CommonErrors.NO_HARDWARE,
                    device + " cannot be opened (" + IoReason.of(e) + "): it is tried again with the next question");
        }
    }

    private InputStream open(Path path) throws IOException {
        int type = (Integer) Files.getAttribute(path, "unix:mode") & TYPE;
        if (type == DIRECTORY) {
            throw new AccessDeniedException(device);
        }
        InputStream line = type == CHARACTER_DEVICE ? SerialLine.open(device, baud) : null;
        if (line != null) {
            return line;
        }
        return Channels.newInputStream(
                type == PIPE // for reading only, opening it waits for a writer
                        ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
                        : FileChannel.open(path));
    }
}
