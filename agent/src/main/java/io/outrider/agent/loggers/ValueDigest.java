package io.outrider.agent.loggers;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** 128 bits of SHA-256 over a value: equal for equal ones, whatever the order of their fields and the type of a number. */
record ValueDigest(long high, long low) implements Comparable<ValueDigest> {
    private static final Comparator<ValueDigest> ORDER =
            Comparator.comparingLong(ValueDigest::high).thenComparingLong(ValueDigest::low);

    static ValueDigest of(Object value) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (DataOutputStream out =
                    new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), digest))) {
                write(value, out);
            }
            ByteBuffer bytes = ByteBuffer.wrap(digest.digest());
            return new ValueDigest(bytes.getLong(), bytes.getLong());
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each Java has it
        }
    }

    private static void write(Object value, DataOutputStream out) throws IOException {
        if (value instanceof Number number) {
            out.writeByte('n');
            out.writeLong(Double.doubleToLongBits(number.doubleValue()));
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((key, each) -> sorted.put(String.valueOf(key), each));
            out.writeByte('m');
            out.writeInt(sorted.size());
            for (Map.Entry<String, Object> each : sorted.entrySet()) {
                text(each.getKey(), out);
                write(each.getValue(), out);
            }
        } else if (value instanceof List<?> list) {
            out.writeByte('l');
            out.writeInt(list.size());
            for (Object each : list) {
                write(each, out);
            }
        } else {
            out.writeByte(value == null ? '0' : value instanceof String ? 's' : 'o');
            text(String.valueOf(value), out);
        }
    }

    private static void text(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Override
    public int compareTo(ValueDigest other) {
        return ORDER.compare(this, other);
    }
}
