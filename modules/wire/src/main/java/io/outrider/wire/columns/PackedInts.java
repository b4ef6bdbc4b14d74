package io.outrider.wire.columns;

import java.io.IOException;

/**
 * Packed whole numbers as printable text, small ones in one character: shorter than JSON digits and commas, also after
 * compression. The alphabet has 93 characters, ASCII without quote and backslash; the first 56 end a number, the others
 * continue it.
 */
final class PackedInts {
    private static final int FINAL_CODES = 56;
    private static final int CONTINUATION_CODES = 93 - FINAL_CODES;
    /** CONTINUATION_CODES to this power exceeds 64 bits. */
    private static final int MAX_LETTERS = 12;

    private PackedInts() {}

    static String unsigned(int[] numbers) {
        StringBuilder text = new StringBuilder(numbers.length + 16);
        for (int number : numbers) {
            append(text, number);
        }
        return text.toString();
    }

    /** Numbers below 2^62, signed. */
    static String signed(long[] numbers) {
        StringBuilder text = new StringBuilder(numbers.length * 2 + 16);
        for (long number : numbers) {
            append(text, zigzag(number));
        }
        return text.toString();
    }

    static long zigzag(long number) {
        return number << 1 ^ number >> 63;
    }

    /** @return exactly this many */
    static long[] signed(String text, int count) throws IOException {
        long[] numbers = numbers(text, count);
        for (int i = 0; i < count; i++) {
            numbers[i] = numbers[i] >>> 1 ^ -(numbers[i] & 1);
        }
        return numbers;
    }

    /** @return exactly this many, each from 0 to below the limit */
    static int[] unsigned(String text, int count, int limit) throws IOException {
        long[] numbers = numbers(text, count);
        int[] small = new int[count];
        for (int i = 0; i < count; i++) {
            if (numbers[i] >= limit) {
                throw new IOException("the index " + numbers[i] + " is not below " + limit);
            }
            small[i] = (int) numbers[i];
        }
        return small;
    }

    private static void append(StringBuilder text, long number) {
        long remaining = number;
        while (remaining >= FINAL_CODES) {
            remaining -= FINAL_CODES;
            text.append(letter(FINAL_CODES + (int) (remaining % CONTINUATION_CODES)));
            remaining /= CONTINUATION_CODES;
        }
        text.append(letter((int) remaining));
    }

    private static char letter(int code) {
        int letter = ' ' + code;
        if (letter >= '"') {
            letter++;
        }
        return (char) (letter >= '\\' ? letter + 1 : letter);
    }

    private static int code(char letter) throws IOException {
        if (letter < ' ' || letter > '~' || letter == '"' || letter == '\\') {
            throw new IOException("packed numbers contain the character " + (int) letter);
        }
        return letter - ' ' - (letter > '"' ? 1 : 0) - (letter > '\\' ? 1 : 0);
    }

    private static long[] numbers(String text, int count) throws IOException {
        if (text.length() < count) {
            throw new IOException("there are too few packed numbers");
        }
        long[] numbers = new long[count];
        int at = 0;
        for (int i = 0; i < count; i++) {
            long number = 0;
            long weight = 1;
            for (int letters = 0; ; letters++) {
                if (at == text.length() || letters > MAX_LETTERS) {
                    throw new IOException("packed numbers end in the middle");
                }
                int code = code(text.charAt(at++));
                number += weight * code;
                weight *= CONTINUATION_CODES;
                if (number < 0) {
                    throw new IOException("a packed number is too large");
                }
                if (code < FINAL_CODES) {
                    break;
                }
            }
            numbers[i] = number;
        }
        if (at != text.length()) {
            throw new IOException("there are too many packed numbers");
        }
        return numbers;
    }
}
