package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.wire.columns.BatchCodec;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;

/** Decoder of telemetry batches in all forms that a unit sends or an MQTT client prints. */
final class BatchDecoder {
    private static final int ZLIB = 0x78;
    private static final int GZIP = 0x1F;
    private static final int MAX_BYTES = 8 << 20; // a line, or a compressed batch

    private final BatchCodec codec = new BatchCodec();
    private final DecoderOutput<JsonNode> rows;
    private final DecoderOutput<String> errors;
    private long decoded;
    private long bad;

    interface DecoderOutput<T> {
        void accept(T each) throws Failure;
    }

    /** @param errors receives errors after which decoding continues */
    BatchDecoder(DecoderOutput<JsonNode> rows, DecoderOutput<String> errors) {
        this.rows = rows;
        this.errors = errors;
    }

    /** @param file or {@code -} for standard input */
    void read(String file) throws Failure {
        boolean standard = file.equals("-");
        String name = standard ? "standard input" : file;
        try (InputStream from =
                standard ? new FileInputStream(FileDescriptor.in) : Files.newInputStream(Path.of(file))) {
            read(name, from);
        } catch (NoSuchFileException e) {
            throw bad("decode: there is no file " + file);
        } catch (IOException e) {
            throw bad("decode: " + name + " cannot be read: " + reason(e));
        }
    }

    void read(String name, InputStream from) throws IOException, Failure {
        BufferedInputStream in = new BufferedInputStream(from, 1 << 16);
        in.mark(1);
        int first = in.read();
        in.reset();
        switch (first) {
            case -1 -> bad(name, "there is nothing in it");
            case ZLIB -> compressed(name, in);
            case GZIP, '[', '{' -> batch(name, in.readAllBytes());
            default -> lines(name, in);
        }
    }

    ExitCode end() throws Failure {
        if (bad > 0 && decoded == 0) {
            throw bad("decode: " + (bad == 1 ? "this is" : "these are") + " no telemetry of a unit");
        }
        return bad > 0 ? ExitCode.PARTLY : ExitCode.DONE;
    }

    /** Reads concatenated compressed batches. */
    private void compressed(String name, InputStream in) throws IOException, Failure {
        byte[] bytes = new byte[1 << 16];
        int count = 0;
        for (int more = in.read(bytes); more >= 0; more = in.read(bytes, count, bytes.length - count)) {
            count += more;
            int length = length(name, bytes, count);
            while (length > 0) {
                batch(name, Arrays.copyOf(bytes, length));
                System.arraycopy(bytes, length, bytes, 0, count - length);
                count -= length;
                length = count == 0 ? -1 : length(name, bytes, count);
            }
            if (length == 0) {
                return;
            }
            if (count == bytes.length) {
                if (count >= MAX_BYTES) {
                    bad(name, "a batch is longer than " + MAX_BYTES + " bytes");
                    return;
                }
                bytes = Arrays.copyOf(bytes, 2 * count);
            }
        }
        if (count > 0) {
            bad(name, "the last batch is cut off");
        }
    }

    /** Length of a batch; -1 if incomplete, 0 if it is no batch (reported). */
    private int length(String name, byte[] bytes, int count) throws Failure {
        try {
            return BatchCodec.length(bytes, count);
        } catch (IOException e) {
            bad(name, reason(e));
            return 0;
        }
    }

    private void lines(String name, InputStream in) throws IOException, Failure {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long number = 1;
        for (int c = in.read(); c >= 0 || line.size() > 0; c = in.read()) {
            if (c >= 0 && c != '\n') {
                if (line.size() >= MAX_BYTES) {
                    bad(name + ", line " + number, "it is longer than " + MAX_BYTES + " bytes");
                    return;
                }
                line.write(c);
                continue;
            }
            String text = line.toString(StandardCharsets.ISO_8859_1).strip();
            line.reset();
            if (!text.isEmpty()) {
                line(name + ", line " + number, text);
            }
            number++;
            if (c < 0) {
                return;
            }
        }
    }

    /** @param text a batch in hexadecimal or base64, with or without its topic in front; or JSON */
    private void line(String name, String text) throws Failure {
        try {
            batch(name, bytes(text));
        } catch (IllegalArgumentException e) {
            bad(name, "it is neither hexadecimal nor base64, as of mosquitto_sub -F %x");
        }
    }

    private static byte[] bytes(String text) {
        if (text.startsWith("{") || text.startsWith("[")) {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
        String word = text.substring(text.lastIndexOf(' ') + 1);
        boolean hex = word.chars().allMatch(HexFormat::isHexDigit);
        return hex ? HexFormat.of().parseHex(word) : Base64.getDecoder().decode(word);
    }

    private void batch(String name, byte[] bytes) throws Failure {
        try {
            switch (bytes.length == 0 ? -1 : bytes[0]) {
                case ZLIB -> columns(bytes);
                case GZIP -> json(new GZIPInputStream(new ByteArrayInputStream(bytes)));
                case '[', '{' -> json(new ByteArrayInputStream(bytes));
                default -> bad(name, "it begins with none of zlib, gzip and JSON");
            }
        } catch (JacksonException e) {
            bad(name, "it is no JSON");
        } catch (IOException e) {
            bad(name, reason(e));
        }
    }

    private void columns(byte[] bytes) throws IOException, Failure {
        BatchCodec.Rows batch = codec.decode(bytes);
        for (BatchCodec.BatchRow each : batch.rows()) {
            ObjectNode row = Json.PLAIN.createObjectNode();
            row.put("@unit", batch.unit()).put("@boot", batch.boot()).put("@seq", each.sequence());
            row.setAll((ObjectNode) Json.PLAIN.valueToTree(each.row()));
            row(row);
        }
    }

    private void json(InputStream from) throws IOException, Failure {
        try (JsonParser parser = Json.PLAIN.createParser(from)) {
            while (parser.nextToken() != null) {
                JsonNode value = Json.PLAIN.readTree(parser);
                if (value.isArray()) {
                    for (JsonNode row : value) {
                        if (!row.has("@t")) {
                            throw new IOException("a row has no @t");
                        }
                        row(row);
                    }
                } else if (value.has("@t")) {
                    row(value);
                } else {
                    columns(Json.PLAIN.writeValueAsBytes(value));
                }
            }
        }
    }

    private void row(JsonNode row) throws Failure {
        decoded++;
        rows.accept(row);
    }

    private void bad(String name, String why) throws Failure {
        bad++;
        errors.accept(Printable.text("decode: " + name + " is no batch: " + why));
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? "it ends too early" : IoReason.of(e);
    }

    private static Failure bad(String sentence) {
        return new Failure(CommandLineErrors.NO_BATCH, sentence);
    }
}
