package io.outrider.wire.columns;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.Adler32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Compression as in RFC 1950, with a dictionary of what nearly every piece has in it: names, and the form itself. Bounded
 * where it is undone.
 */
final class Zlib {
    private static final int FIRST = 0x78; // deflate, a window of 32 KiB
    private static final int DICTIONARY = 0x20;
    private static final byte[] WORDS = words();
    private static final int CHECKSUM = checksum();

    private Zlib() {}

    private static byte[] words() {
        try (InputStream from = Zlib.class.getResourceAsStream("dictionary.txt")) {
            return from.readAllBytes();
        } catch (IOException e) { // of what this program consists of
            throw new UncheckedIOException(e);
        }
    }

    private static int checksum() {
        Adler32 sum = new Adler32();
        sum.update(WORDS);
        return (int) sum.getValue();
    }

    static byte[] compress(byte[] plain, int length) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try {
            deflater.setDictionary(WORDS);
            deflater.setInput(plain, 0, length);
            deflater.finish();
            ByteArrayOutputStream to = new ByteArrayOutputStream(length / 2 + 64);
            byte[] some = new byte[8192];
            while (!deflater.finished()) {
                to.write(some, 0, deflater.deflate(some));
            }
            return to.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** What is not compressed is returned as it is. */
    static byte[] plain(byte[] bytes) throws IOException {
        if (bytes.length < 2 || bytes[0] != FIRST) {
            return bytes;
        }
        Inflater inflater = new Inflater();
        try {
            InputStream from = new InflaterInputStream(new ByteArrayInputStream(bytes), inflater);
            if ((bytes[1] & DICTIONARY) != 0) {
                inflater.setInput(bytes);
                inflater.inflate(new byte[1]); // no more than the head, which names the dictionary
                if (!inflater.needsDictionary() || inflater.getAdler() != CHECKSUM) {
                    throw new IOException("compressed with an unknown dictionary");
                }
                inflater.setDictionary(WORDS);
                from = new InflaterInputStream(InputStream.nullInputStream(), inflater); // it has all of it
            }
            byte[] plain = from.readNBytes(BatchLimits.PLAIN_BYTES + 1);
            if (plain.length > BatchLimits.PLAIN_BYTES) {
                throw new IOException("too large: more than " + BatchLimits.PLAIN_BYTES + " bytes uncompressed");
            }
            return plain;
        } catch (EOFException e) {
            throw new IOException("the compressed bytes end too early", e);
        } catch (DataFormatException e) {
            throw new IOException("the compressed bytes are no such", e);
        } finally {
            inflater.end();
        }
    }

    /**
     * Length of the piece at the beginning; -1 if there is more to come of it.
     *
     * @throws IOException if they are no such piece
     */
    static int length(byte[] bytes, int count) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, 0, count);
            byte[] some = new byte[8192];
            long plain = 0;
            while (!inflater.finished()) {
                int more = inflater.inflate(some);
                plain += more;
                if (plain > BatchLimits.PLAIN_BYTES) {
                    throw new IOException("too large: more than " + BatchLimits.PLAIN_BYTES + " bytes uncompressed");
                } else if (inflater.needsDictionary()) {
                    if (inflater.getAdler() != CHECKSUM) {
                        throw new IOException("compressed with an unknown dictionary");
                    }
                    inflater.setDictionary(WORDS);
                } else if (more == 0 && inflater.needsInput()) {
                    return -1;
                }
            }
            return count - inflater.getRemaining();
        } catch (DataFormatException e) {
            throw new IOException("the compressed bytes are no such", e);
        } finally {
            inflater.end();
        }
    }
}
