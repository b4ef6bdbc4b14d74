package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class OpenApiDocumentTest {
    /** Texts of which each pattern takes one. */
    private static final List<String> EXAMPLES = List.of(
            ("a 01234567 20261122100000000001 2026-11-22T10:00:00Z 2026-11-22T10:00:00.5Z true 30 A=1 a:1 /a:/b always name type"
                            + " nofile=1 PathOnHost retries avg 10m")
                    .split(" "));

    private final OpenApiDocument document = OpenApiDocument.load();
    private long looked;

    @Test
    void eachOperationMayAnswerWithAnError() {
        int operations = 0;
        for (JsonNode path : document.json().get("paths")) {
            for (JsonNode operation : path) {
                if (!operation.has("responses")) { // parameters of all operations of the path
                    continue;
                }
                String answer = operation.at("/responses/default/$ref").textValue();
                assertThat(document.json().at(answer.substring(1) + "/content/application~1problem+json/schema/$ref"))
                        .hasToString("\"#/components/schemas/Problem\"");
                operations++;
            }
        }
        assertThat(operations).isGreaterThan(40);
    }

    @Test
    void noPatternTakesALineBreakBehindAText() {
        document.json().at("/components/schemas").properties().forEach(schema -> {
            check(schema.getKey(), schema.getValue(), UnaryOperator.identity());
            for (Map.Entry<String, JsonNode> member :
                    schema.getValue().path("properties").properties()) {
                check(
                        schema.getKey(),
                        member.getValue(),
                        text -> JsonNodeFactory.instance.objectNode().set(member.getKey(), text));
            }
        });
        assertThat(looked)
                .isGreaterThan(10)
                .isEqualTo(document.json().findValuesAsText("pattern").size()
                        - document.json().findValues("x-message").stream()
                                .filter(each -> each.has("pattern"))
                                .count());
    }

    /** @param value that has the text where the schema has its pattern */
    private void check(String name, JsonNode schema, UnaryOperator<JsonNode> value) {
        if (!schema.has("pattern")) {
            return;
        }
        looked++;
        String pattern = schema.get("pattern").textValue();
        String example = EXAMPLES.stream()
                .filter(each -> takes(name, value, each))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no example of " + pattern));
        for (String end : List.of("\n", "\r\n", "\u0085", "\u2028")) {
            // Java's $ takes part in a whole match only at the very end
            assertThat(takes(name, value, example + end))
                    .as(name + " " + pattern)
                    .isEqualTo(!pattern.endsWith("$") || (example + end).matches(pattern));
        }
    }

    private boolean takes(String name, UnaryOperator<JsonNode> value, String text) {
        return document.mistakes(name, value.apply(TextNode.valueOf(text))).stream()
                .noneMatch(each -> each.getType().equals("pattern"));
    }
}
