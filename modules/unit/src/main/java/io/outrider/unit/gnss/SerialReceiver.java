package io.outrider.unit.gnss;

import io.outrider.api.Failure;
import io.outrider.unit.Missing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Serial device of a receiver, or a file, read by a separate process: opened by Java, a terminal becomes the daemon's
 * controlling one, whose unplugging sends SIGHUP; Java cannot configure it (raw, no echo, speed); and ending the
 * process ends a blocked open or read.
 */
record SerialReceiver(String device, int baud) implements PositionReceiver {
    private static final String READ =
            "if [ -c \"$0\" ]; then stty -F \"$0\" raw -echo clocal \"$1\"; fi; exec cat -- \"$0\"";

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
        Path path = Path.of(device);
        if (!Files.exists(path)) {
            throw Missing.hardware(device + " is not there: connect the receiver, or correct [gnss] device");
        }
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new Failure(
                    GnssErrors.NOT_READABLE,
                    device + " cannot be read: add the daemon's user to the group of the device (usermod -aG dialout"
                            + " outrider), or correct [gnss] device");
        }
        try {
            return new ReaderProcess(new ProcessBuilder("sh", "-c", READ, device, Integer.toString(baud))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new Failure(GnssErrors.NOT_READABLE, "sh, stty and cat are needed to read " + device, e);
        }
    }

    /** The reading process. */
    private record ReaderProcess(Process process) implements Feed {
        @Override
        public InputStream lines() {
            return process.getInputStream();
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
