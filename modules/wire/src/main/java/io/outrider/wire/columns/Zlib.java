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
 * Compression as in RFC 1950, with a preset dictionary of frequent names and of the JSON structure. Limited on
 * decompression.
 */
final class Zlib {
    private static final int FIRST_BYTE = 0x78; // deflate, a window of 32 KiB
    private static final int DICTIONARY_FLAG = 0x20;
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

    static byte[] compress(byte[] plain, int length) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try {
            deflater.setDictionary(DICTIONARY);
            deflater.setInput(plain, 0, length);
            deflater.finish();
            ByteArrayOutputStream to = new ByteArrayOutputStream(length / 2 + 64);
            byte[] buffer = new byte[8192];
            while (!deflater.finished()) {
                to.write(buffer, 0, deflater.deflate(buffer));
            }
            return to.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** Returns uncompressed input unchanged. */
    static byte[] decompress(byte[] bytes) throws IOException {
        if (bytes.length < 2 || bytes[0] != FIRST_BYTE) {
            return bytes;
        }
        Inflater inflater = new Inflater();
        try {
            InputStream from = new InflaterInputStream(new ByteArrayInputStream(bytes), inflater);
            if ((bytes[1] & DICTIONARY_FLAG) != 0) {
                inflater.setInput(bytes);
                inflater.inflate(new byte[1]); // reads the header only, which names the dictionary
                if (!inflater.needsDictionary() || inflater.getAdler() != CHECKSUM) {
                    throw new IOException("compressed with an unknown dictionary");
                }
                inflater.setDictionary(DICTIONARY);
                from = new InflaterInputStream(InputStream.nullInputStream(), inflater); // all input is set already
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
     * Length of the first compressed stream; -1 if its end is not among the bytes.
     *
     * @throws IOException if the bytes are no compressed stream
     */
    static int length(byte[] bytes, int count) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, 0, count);
            byte[] buffer = new byte[8192];
            long plainLength = 0;
            while (!inflater.finished()) {
                int added = inflater.inflate(buffer);
                plainLength += added;
                if (plainLength > BatchLimits.PLAIN_BYTES) {
                    throw new IOException("too large: more than " + BatchLimits.PLAIN_BYTES + " bytes uncompressed");
                } else if (inflater.needsDictionary()) {
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
            throw new IOException("the compressed bytes are no such", e);
        } finally {
            inflater.end();
        }
    }
}
