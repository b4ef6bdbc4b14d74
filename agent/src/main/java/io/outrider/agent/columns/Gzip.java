package io.outrider.agent.columns;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Compression, bounded where it is undone. */
final class Gzip {
    private Gzip() {}

    private static final class Best extends GZIPOutputStream {
        Best(OutputStream to) throws IOException {
            super(to);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }

    static byte[] compress(byte[] plain, int length) throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream(length / 2 + 64);
        try (Best gzip = new Best(to)) {
            gzip.write(plain, 0, length);
        }
        return to.toByteArray();
    }

    /** What is not compressed is returned as it is. */
    static byte[] plain(byte[] bytes) throws IOException {
        if (bytes.length < 2 || bytes[0] != 0x1f || (bytes[1] & 0xff) != 0x8b) {
            return bytes;
        }
        try (GZIPInputStream from = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            byte[] plain = from.readNBytes(Limits.PLAIN_BYTES + 1);
            if (plain.length > Limits.PLAIN_BYTES) {
                throw new IOException("too large: more than " + Limits.PLAIN_BYTES + " bytes uncompressed");
            }
            return plain;
        } catch (EOFException e) {
            throw new IOException("the compressed bytes end too early", e);
        }
    }
}
