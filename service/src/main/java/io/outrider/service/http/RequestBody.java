package io.outrider.service.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.javalin.http.Context;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;

/** Bodies of requests: limited in bytes, strict JSON, checked against a schema. */
public final class RequestBody {
    /** Limit of a body, in bytes after decompression. */
    public static final int MOST_BYTES = 1 << 20;

    private static final int MOST_LEVELS = 64;
    private static final int PART = 32 << 10;

    /** Type that curl sends with -d, whatever the body is. */
    private static final String DEFAULT_OF_CURL = "application/x-www-form-urlencoded";

    /** Values, names and brackets of a body: each takes up to a hundred times its bytes. */
    private static final long MOST_TOKENS = 30_000;

    private static final ObjectMapper MAPPER = mapper(MOST_TOKENS);
    private static final ObjectMapper RECORDS_MAPPER = mapper(-1);

    private static ObjectMapper mapper(long tokens) {
        return JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(MOST_LEVELS)
                                .maxTokenCount(tokens)
                                .build())
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    private RequestBody() {}

    /** Body that has been checked against a schema of the document. */
    public static JsonNode checked(Context request, OpenApiDocument document, String schema) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        copy(request, MOST_BYTES, bytes);
        JsonNode body = json(bytes.toByteArray());
        document.check(schema, body);
        refuseUnstorable(body, "");
        return body;
    }

    /** PostgreSQL has no texts with the character 0, and neither database what UTF-8 or 64 bits cannot hold. */
    private static void refuseUnstorable(JsonNode value, String path) {
        if (value.isTextual() && value.textValue().indexOf('\0') >= 0) {
            throw Problem.body(path, "'" + path + "': a text has the character 0");
        }
        if (value.isTextual() && !StandardCharsets.UTF_8.newEncoder().canEncode(value.textValue())) {
            throw Problem.body(path, "'" + path + "': a text has half of a surrogate pair, which is no character");
        }
        if (value.isNumber() && !Double.isFinite(value.doubleValue())) {
            throw Problem.body(path, "'" + path + "': a number is outside of 64 bits of floating point");
        }
        for (int i = 0; i < value.size() && value.isArray(); i++) {
            refuseUnstorable(value.get(i), path + "[" + i + "]");
        }
        value.properties().forEach(each -> {
            refuseUnstorable(TextNode.valueOf(each.getKey()), path);
            refuseUnstorable(each.getValue(), path.isEmpty() ? each.getKey() : path + "." + each.getKey());
        });
    }

    /** @throws Problem if it is not JSON */
    public static JsonNode json(byte[] bytes) {
        return json(bytes, MAPPER);
    }

    /** Records of an upload, of any number; few uploads at a time, as they may take a hundred times their bytes. */
    static JsonNode records(byte[] bytes) {
        return json(bytes, RECORDS_MAPPER);
    }

    private static JsonNode json(byte[] bytes, ObjectMapper mapper) {
        try {
            JsonNode body = mapper.readTree(bytes);
            if (body == null || body.isMissingNode()) {
                throw Problem.of(ProblemCode.INVALID_BODY, "the body is empty; send JSON");
            }
            return body;
        } catch (JsonProcessingException e) { // whose message is about the library
            JsonLocation at = e.getLocation(); // null where a limit has been passed
            String mistake = at == null
                    ? "has more than " + MOST_LEVELS + " levels or " + MOST_TOKENS + " values, or one that is too long"
                    : "is not JSON, or has a name twice in an object, at line " + at.getLineNr() + ", column "
                            + at.getColumnNr();
            throw Problem.of(ProblemCode.INVALID_BODY, "the body " + mistake);
        } catch (IOException e) {
            throw Problem.of(ProblemCode.INVALID_BODY, "the body is not JSON in UTF-8");
        }
    }

    /**
     * Copies the bytes of the body; those of {@code Content-Encoding: gzip} decompressed.
     *
     * @throws Problem if they are more than {@code most}
     */
    static void copy(Context request, int most, OutputStream to) {
        String header = request.header("Content-Type"); // as it is; the server would look up its charset
        String type = header == null ? "" : header.toLowerCase(Locale.ROOT);
        if (!type.isEmpty() && !type.contains("json") && !type.startsWith(DEFAULT_OF_CURL)) {
            throw Problem.of(ProblemCode.UNSUPPORTED_BODY, "the body is application/json");
        }
        if (request.req().getContentLengthLong() > most) {
            throw tooLarge(most);
        }
        try (InputStream body = decoded(request.bodyInputStream(), request.header("Content-Encoding"))) {
            int copied = 0;
            for (byte[] some = body.readNBytes(PART); some.length > 0; some = body.readNBytes(PART)) {
                copied += some.length;
                if (copied > most) {
                    throw tooLarge(most);
                }
                to.write(some);
            }
        } catch (IOException e) {
            throw e.getCause() instanceof TimeoutException
                    ? Problem.of(ProblemCode.REQUEST_TIMEOUT, "the body came too slowly; send it again")
                    : Problem.of(ProblemCode.INVALID_BODY, "the body ends too early, or its gzip or chunks are wrong");
        }
    }

    private static Problem tooLarge(int most) {
        return Problem.of(ProblemCode.BODY_TOO_LARGE, "the body has " + most + " bytes at most");
    }

    private static InputStream decoded(InputStream body, String encoding) throws IOException {
        if (encoding == null || encoding.equalsIgnoreCase("identity")) {
            return body;
        }
        if (encoding.matches("(?i)(x-)?gzip")) {
            return new GZIPInputStream(body);
        }
        throw Problem.of(ProblemCode.UNSUPPORTED_BODY, "the Content-Encoding is gzip, or absent");
    }
}
