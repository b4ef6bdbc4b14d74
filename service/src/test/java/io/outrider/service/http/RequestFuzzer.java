package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.http.ServedApi.Operation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;

/** Requests from the OpenAPI document: what a schema describes, with some of it changed into what it does not. */
final class RequestFuzzer {
    /** Texts that programs stumble over. */
    static final List<String> TEXTS = List.of(
            "",
            " ",
            "\0",
            "a\0b",
            "' OR 1=1 --",
            "\"; DROP TABLE device; --",
            "x\r\nSet-Cookie: a=b",
            "../../etc/passwd",
            "%00",
            "%",
            "{}",
            "$.a\"b",
            "a..b",
            ".",
            "\u00e4\ud83d\ude97",
            "\ud800",
            "\u202e\ufeff",
            "NaN",
            "-1",
            "1e999999",
            "99999999999999999999",
            "1970-01-01T00:00:00Z",
            "2100-01-01T00:00:00+14:00",
            "+999999999-12-31T23:59:59Z",
            "2026-11-22T10:00:00",
            "2026-11-22T10:00:00.123456Z",
            "1h",
            "0s",
            "1x",
            "999999999w",
            "obd.speed.value",
            "track.pos.loc",
            "none",
            "long",
            "x".repeat(5_000));

    private static final List<String> NUMBERS = List.of(
            "0",
            "-1",
            "1.5",
            "1e2",
            "1e999999",
            "-1e-999999",
            "9223372036854775808",
            "2147483648",
            "1" + "0".repeat(900));

    private static final List<String> JSON = List.of(
            "null",
            "true",
            "[]",
            "{}",
            "[[]]",
            "{\"a\": null}",
            "\"\\ud800\"",
            "\"\\u0000\"",
            "[".repeat(60) + "]".repeat(60));

    private final ObjectMapper mapper = new ObjectMapper();
    private final ServedApi api;
    private final List<Operation> operations;
    private final Random random;

    /** Request that may be wrong. */
    record FuzzedRequest(Operation operation, String path, byte[] body, Map<String, String> headers) {
        @Override
        public String toString() {
            String text = body == null ? "" : new String(body, StandardCharsets.UTF_8);
            return operation.method() + " " + path + " " + headers + " "
                    + text.substring(0, Math.min(2_000, text.length()));
        }
    }

    RequestFuzzer(ServedApi api, Random random) {
        this.api = api;
        this.random = random;
        // a stream has no end, and the device stays
        operations = api.operations().stream()
                .filter(each -> !each.path().endsWith("/events/")
                        && !each.toString().equals("DELETE /dongle/devices/{device}/"))
                .toList();
    }

    FuzzedRequest next() {
        Operation operation = pick(operations);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("unit-id", "van-12");
        String schema = operation.schemaOfBody();
        JsonNode body =
                schema.isEmpty() ? null : valid(api.served.document.json().at("/components/schemas/" + schema), 0);
        if (operation.path().equals("/logbook/storage/") && operation.method().equals("POST")) {
            body = records();
        }
        byte[] bytes = body == null ? null : bytes(mutated(body));
        if (bytes != null) {
            headers.put(
                    "Content-Type",
                    chance(95) ? "application/json" : pick(List.of("text/xml", "json", "a/b; charset=x")));
            if (chance(2)) {
                headers.put("Content-Encoding", pick(List.of("gzip", "br", "identity", "x")));
            }
        }
        return new FuzzedRequest(operation, path(operation) + query(operation), bytes, headers);
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T pick(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String path(Operation operation) {
        String path = operation.path();
        for (Map.Entry<String, String> each : api.ids.entrySet()) {
            String id = operation.method().equals("DELETE") || chance(10)
                    ? chance(50) ? Integer.toString(random.nextInt(40)) : encoded(pick(TEXTS))
                    : each.getValue();
            path = path.replace("{" + each.getKey() + "}", id.isEmpty() ? "-" : id);
        }
        return path;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private String query(Operation operation) {
        StringBuilder query = new StringBuilder("?");
        for (JsonNode each : operation.parameters()) {
            if (!each.path("in").asText().equals("query")
                    || chance(each.path("required").asBoolean() ? 4 : 40)) {
                continue;
            }
            String name = each.get("name").asText();
            query.append(name)
                    .append('=')
                    .append(encoded(chance(15) ? pick(TEXTS) : parameter(name, each.get("schema"))));
            query.append(chance(2) ? "&" + name + "=x&" : chance(1) ? "%zz&" : "&");
        }
        return query.substring(0, query.length() - 1);
    }

    private String parameter(String name, JsonNode schema) {
        return switch (name) {
            case "device_id" -> api.device.id();
            case "field" ->
                pick(List.of(
                        "obd.speed.value",
                        "track.pos.loc",
                        "obd.speed.text",
                        "obd.speed",
                        "obd.speed.a\"b",
                        "obd.speed.\\x",
                        "obd.speed.[0]",
                        "nothing.at.all"));
            case "aggregation" -> pick(List.of("avg", "MIN", "max", "sum", "none", "average"));
            case "interval" -> pick(List.of("1h", "10m", "1d", "1ms", "52w"));
            case "use_upload_time" -> pick(List.of("true", "False", "1", "0"));
            case "data_type" -> pick(List.of("obd.speed", "track.pos", "x"));
            case "from_utc", "start_utc" -> pick(List.of("2026-11-22T00:00:00Z", "1970-01-01T00:00:00.000Z"));
            case "to_utc", "end_utc" ->
                pick(List.of("2026-11-23T00:00:00Z", "2026-11-22T02:00:00+02:00", "2261-01-01T00:00:00Z"));
            default ->
                schema.has("enum")
                        ? schema.get("enum")
                                .get(random.nextInt(schema.get("enum").size()))
                                .asText()
                        : Integer.toString(random.nextInt(100));
        };
    }

    private JsonNode records() {
        ArrayNode records = mapper.createArrayNode();
        for (int i = random.nextInt(4); i >= 0; i--) {
            ObjectNode each = records.addObject()
                    .put("@t", pick(List.of("obd.speed", "track.pos", "event.vehicle.engine")))
                    .put("@ts", "2026-11-22T10:" + (10 + random.nextInt(50)) + ":00.000000Z")
                    .put("value", random.nextInt(200))
                    .put("text", pick(TEXTS))
                    .put("@tag", "vehicle/engine/" + pick(List.of("running", "stopped")));
            each.putObject("loc").put("lat", random.nextDouble()).put("lon", 10);
        }
        return records;
    }

    private JsonNode valid(JsonNode schema, int depth) {
        if (schema.has("$ref")) {
            return valid(
                    api.served.document.json().at(schema.get("$ref").asText().substring(1)), depth);
        }
        if (schema.has("enum")) {
            return schema.get("enum").get(random.nextInt(schema.get("enum").size()));
        }
        String type = schema.path("type").isArray()
                ? schema.get("type").get(0).asText()
                : schema.path("type").asText("object");
        return switch (type) {
            case "object" -> {
                ObjectNode object = mapper.createObjectNode();
                schema.path("properties").properties().forEach(each -> {
                    boolean required = schema.path("required").toString().contains('"' + each.getKey() + '"');
                    if (required || each.getValue().isObject() && depth < 4 && chance(50)) {
                        object.set(each.getKey(), member(each.getKey(), each.getValue(), depth + 1));
                    }
                });
                yield object;
            }
            case "array" -> {
                ArrayNode array = mapper.createArrayNode();
                int most = Math.min(3, schema.path("maxItems").asInt(3));
                for (int i = random.nextInt(most + 1); i > 0; i--) {
                    array.add(valid(schema.path("items"), depth + 1));
                }
                yield array;
            }
            case "integer" ->
                mapper.getNodeFactory().numberNode(schema.path("minimum").asInt(1) + random.nextInt(50));
            case "boolean" -> mapper.getNodeFactory().booleanNode(random.nextBoolean());
            default -> mapper.getNodeFactory().textNode("t" + random.nextInt(1_000));
        };
    }

    private JsonNode member(String name, JsonNode schema, int depth) {
        return switch (name) {
            case "devices", "canary" ->
                chance(50) ? mapper.createArrayNode().add(api.device.id()) : mapper.createArrayNode();
            case "registry" ->
                chance(50)
                        ? mapper.getNodeFactory().nullNode()
                        : mapper.valueToTree(Long.parseLong(api.ids.get("registry")));
            case "waves" -> mapper.createArrayNode().add(10).add(100);
            case "callback_url" -> mapper.getNodeFactory().textNode("https://client.example/hook");
            case "startup_parameters" ->
                mapper.createObjectNode()
                        .put("network_mode", pick(List.of("host", "none", "a b")))
                        .put("privileged", pick(List.of("true", "x")))
                        .put(pick(List.of("memory", "zzz")), 1);
            case "expires" -> mapper.getNodeFactory().textNode("2027-01-01T00:00:00Z");
            default -> valid(schema, depth);
        };
    }

    private String mutated(JsonNode body) {
        String text = body.toString();
        for (int i = chance(40) ? 0 : 1 + random.nextInt(2); i > 0; i--) {
            text = mutatedOnce(text);
        }
        return text;
    }

    /** With one value, or some characters, replaced. */
    private String mutatedOnce(String text) {
        BiFunction<String, String, String> instead = (pattern, with) -> {
            List<int[]> found = new ArrayList<>();
            var matcher = java.util.regex.Pattern.compile(pattern).matcher(text);
            while (matcher.find()) {
                found.add(new int[] {matcher.start(), matcher.end()});
            }
            if (found.isEmpty()) {
                return text;
            }
            int[] at = pick(found);
            return text.substring(0, at[0]) + with + text.substring(at[1]);
        };
        String value = "(?<=:)(\"[^\"]*\"|[0-9.]+|true|false|null|\\[\\])";
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> instead.apply(value, mapper.valueToTree(pick(TEXTS)).toString());
            case 3 -> instead.apply(value, pick(NUMBERS));
            case 4 -> instead.apply(value, pick(JSON));
            case 5 -> instead.apply("\"[^\"]*\":", mapper.valueToTree(pick(TEXTS)) + ":");
            case 6 -> instead.apply("\\{", "{\"" + pick(List.of("name", "version", "command", "x")) + "\": 1,");
            case 7 -> text.substring(0, random.nextInt(text.length() + 1));
            default -> instead.apply("[\\[\\]{}:,\"]", pick(List.of("", ",", "\"", "\\", "[", "\u0001")));
        };
    }

    private byte[] bytes(String text) {
        byte[] bytes = text.getBytes(chance(2) ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8);
        if (chance(3) && bytes.length > 0) {
            bytes = Arrays.copyOf(bytes, bytes.length);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }
}
