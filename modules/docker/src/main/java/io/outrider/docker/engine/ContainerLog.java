package io.outrider.docker.engine;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Decoder of a container's output: keeps the last bytes, whatever the engine sends. */
final class ContainerLog {
    private static final int LIMIT = 64 << 10;
    private static final Pattern CONTROL = Pattern.compile("\u001b\\[[0-9;?]*[ -/]*[@-~]|[\\p{Cntrl}&&[^\t]]");

    private final byte[] kept = new byte[2 * LIMIT];
    private int length;
    private boolean cut;

    /** @param terminal true if the output is raw; else it is a sequence of frames: output, 3 zeros, length, bytes */
    static List<String> read(InputStream body, boolean terminal) throws IOException {
        ContainerLog log = new ContainerLog();
        DataInputStream in = new DataInputStream(body);
        try {
            while (true) {
                long left = LIMIT;
                if (!terminal) {
                    in.skipNBytes(4);
                    left = in.readInt() & 0xffff_ffffL;
                }
                while (left > 0) {
                    left -= log.append(in, (int) Math.min(left, LIMIT));
                }
            }
        } catch (EOFException e) {
            return log.lines();
        }
    }

    private int append(InputStream in, int atMost) throws IOException {
        if (length > LIMIT) {
            System.arraycopy(kept, length - LIMIT, kept, 0, LIMIT);
            length = LIMIT;
            cut = true;
        }
        int read = in.read(kept, length, Math.min(atMost, kept.length - length));
        if (read < 0) {
            throw new EOFException();
        }
        length += read;
        return read;
    }

    private List<String> lines() {
        int from = Math.max(0, length - LIMIT);
        String text = new String(kept, from, length - from, StandardCharsets.UTF_8);
        List<String> all = Arrays.stream(text.split("\r?\n"))
                .map(line -> CONTROL.matcher(line).replaceAll(""))
                .toList();
        boolean partial = cut || from > 0;
        return text.isEmpty() ? List.of() : partial && all.size() > 1 ? all.subList(1, all.size()) : all;
    }
}
