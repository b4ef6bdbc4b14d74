package io.outrider.wire.columns;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Adler32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;

/** Compression as in RFC 1950, with a preset dictionary of frequent names and of the JSON structure; limited. */
final class Zlib {
    private static final int FIRST_BYTE = 0x78; // deflate, a window of 32 KiB
    private static final byte[] DICTIONARY = dictionary();
    private static final int CHECKSUM = checksum();

    private Zlib() {}

    private static byte[] dictionary() {
        try (InputStream from = Zlib.class.getResourceAsStream("dictionary.txt")) {
            return from.readAllBytes();
        } catch (IOException e) { // a resource of this program
            throw new UncheckedIOException(e);
        }
    }

    private static int checksum() {
        Adler32 adler = new Adler32();
        adler.update(DICTIONARY);
        return (int) adler.getValue();
    }

    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream to) throws IOException;
    }

    static byte[] compress(Content content) throws IOException {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (OutputStream deflated = new DeflaterOutputStream(to, deflater, 8192)) {
            deflater.setDictionary(DICTIONARY);
            content.writeTo(deflated);
            checkSize(deflater.getBytesRead());
        } finally {
            deflater.end();
        }
        return to.toByteArray();
    }

    /** Returns uncompressed input unchanged. */
    static byte[] decompress(byte[] bytes) throws IOException {
        if (bytes.length < 2 || bytes[0] != FIRST_BYTE) {
            return bytes;
        }
        ByteArrayOutputStream plain = new ByteArrayOutputStream(2 * bytes.length);
        if (decompress(bytes, bytes.length, plain) < 0) {
            throw new IOException("the compressed data ends too early");
        }
        return plain.toByteArray();
    }

    private static void checkSize(long plainBytes) throws IOException {
        if (plainBytes > SizeBudget.PLAIN_BYTES) {
            throw new IOException("too large: more than " + SizeBudget.PLAIN_BYTES + " bytes uncompressed");
        }
    }

    /** @return length of the first compressed stream; -1 if its end is not among the bytes */
    static int decompress(byte[] bytes, int count, OutputStream to) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, 0, count);
            byte[] buffer = new byte[8192];
            while (!inflater.finished()) {
                int added = inflater.inflate(buffer);
                checkSize(inflater.getBytesWritten());
                to.write(buffer, 0, added);
                if (inflater.needsDictionary()) {
                    if (inflater.getAdler() != CHECKSUM) {
                        throw new IOException("compressed with an unknown dictionary");
                    }
                    inflater.setDictionary(DICTIONARY);
                } else if (added == 0 && inflater.needsInput()) {
                    return -1;
                }
            }
            return count - inflater.getRemaining();
        } catch (DataFormatException e) {
            throw new IOException("the compressed data is corrupt", e);
        } finally {
            inflater.end();
        }
    }
}
