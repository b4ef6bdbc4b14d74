package io.outrider.unit.gnss;

import com.fazecast.jSerialComm.SerialPort;
import com.fazecast.jSerialComm.SerialPortInvalidPortException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Serial line of a receiver: raw, without echo, shared with other programs, never the controlling terminal. */
final class SerialLine extends InputStream {
    // errno(3)
    private static final int EACCES = 13;
    private static final int ENOTTY = 25;

    /** Longest read, so long {@link #close} may take. */
    private static final int READ_MILLIS = 1_000;

    private final SerialPort port;
    private volatile boolean closed;

    private SerialLine(SerialPort port) {
        this.port = port;
    }

    /** @return null if the device is no terminal, such as {@code /dev/gnss0} */
    static SerialLine open(String device, int baud) throws IOException {
        SerialLibrary.require();
        SerialPort port;
        try {
            port = SerialPort.getCommPort(device);
        } catch (SerialPortInvalidPortException e) {
            throw new NoSuchFileException(device);
        }
        port.disableExclusiveLock();
        port.setBaudRate(baud);
        port.setComPortTimeouts(SerialPort.TIMEOUT_READ_SEMI_BLOCKING, READ_MILLIS, 0);
        if (port.openPort()) {
            return new SerialLine(port);
        }
        int error = port.getLastErrorCode();
        if (error == EACCES) {
            throw new AccessDeniedException(device);
        }
        if (error != ENOTTY) {
            throw new IOException("error " + error + " of the system");
        }
        return null;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        while (!closed) {
            int count = readOnce(into, offset, length);
            if (count != 0) {
                return count;
            }
        }
        return -1;
    }

    /** Not beside {@link #close}: the descriptor could belong to another file by then. */
    private synchronized int readOnce(byte[] into, int offset, int length) {
        return closed ? -1 : port.readBytes(into, length, offset);
    }

    @Override
    public void close() {
        closed = true;
        synchronized (this) {
            port.closePort();
        }
    }
}
