package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.regex.JDKRegularExpressionFactory;
import io.outrider.service.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** OpenAPI 3.1 document of the service, put together from a file for each subject; bodies are checked against it. */
public final class OpenApiDocument {
    /** Files in the resource folder {@code openapi}; the first has what all share. */
    private static final List<String> SUBJECTS =
            List.of("base", "accounts", "devices", "telemetry", "commands", "releases");

    /** JSON Schema has the patterns of ECMA 262, whose $ is the end; that of Java is also before a last line break. */
    private static final SchemaValidatorsConfig CONFIG = SchemaValidatorsConfig.builder()
            .pathType(PathType.LEGACY)
            .errorMessageKeyword("x-message")
            .regularExpressionFactory(pattern -> JDKRegularExpressionFactory.getInstance()
                    .getRegularExpression(pattern.replaceAll("(?<!\\\\)\\$", "\\\\z")))
            .build();

    private final ObjectNode document;
    private final JsonSchemaFactory schemas = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private final Map<String, JsonSchema> byName = new ConcurrentHashMap<>();

    private OpenApiDocument(ObjectNode document) {
        this.document = document;
    }

    public static OpenApiDocument load() {
        ObjectNode whole = new YAMLMapper().createObjectNode();
        for (String subject : SUBJECTS) {
            try (InputStream from = OpenApiDocument.class.getResourceAsStream("/openapi/" + subject + ".yaml")) {
                new YAMLMapper().readerForUpdating(whole).readValue(from);
            } catch (IOException e) { // a resource of this program
                throw new UncheckedIOException(e);
            }
        }
        for (JsonNode each : whole.path("paths").findValues("responses")) { // errors of any operation
            ((ObjectNode) each).putObject("default").put("$ref", "#/components/responses/Problem");
        }
        return new OpenApiDocument(whole);
    }

    public JsonNode json() {
        return document;
    }

    /**
     * Checks a value against a schema of the document.
     *
     * @throws Problem with the path of the first member that is wrong
     */
    public void check(String schema, JsonNode value) {
        mistakes(schema, value).stream()
                .min(Comparator.comparing(OpenApiDocument::path))
                .ifPresent(first -> {
                    String path = path(first);
                    String text = first.getMessage().replaceFirst("^\\S*: ", "");
                    throw Problem.body(path, path.isEmpty() ? "the body is wrong: " + text : "'" + path + "': " + text);
                });
    }

    /** Mistakes of a value; any thread. */
    public java.util.Set<ValidationMessage> mistakes(String schema, JsonNode value) {
        return byName.computeIfAbsent(schema, this::compiled).validate(value);
    }

    private JsonSchema compiled(String name) {
        ObjectNode schema = document.objectNode().put("$ref", "#/components/schemas/" + name);
        schema.set("components", document.get("components"));
        return schemas.getSchema(schema, CONFIG);
    }

    private static String path(ValidationMessage message) {
        return message.getInstanceLocation().toString().replaceFirst("^\\$\\.?", "");
    }
}
