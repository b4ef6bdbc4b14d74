package io.outrider.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.Programs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CurlLinesTest {
    private static final String TABLE = """
            # what this file is

            ## Devices

            # one of them
            curl -s -H "$auth" "$url/devices/$device/?from=$(date -u -d '-1 hour')" | jq
            #= 200 "id":"$device"
            jid=$(curl -s $url/devices/$device/execute/ -d '{"a": 1}' | jq -r .jid); echo $jid
            #=root 201 ^\\d+$
            curl -si -X DELETE $url/devices/$device/ | head -1
            #= 204 204
            curl -s $car/park
            #= 200 parked
            """;

    private final CurlLines table = CurlLines.parse(TABLE);

    private List<String> operations() {
        return table.lines().stream().map(CurlLine::operation).toList();
    }

    private static JsonNode document(String paths) throws Exception {
        return new ObjectMapper().readTree("{\"paths\": " + paths + "}");
    }

    @Test
    void theOperationOfALineIsThatOfItsRequest() {
        assertThat(operations())
                .containsExactly("GET /devices/{}/", "POST /devices/{}/execute/", "DELETE /devices/{}/", null);
    }

    @Test
    void anOperationThatNoLineCallsIsMissing() throws Exception {
        assertThat(table.missing(document("{\"/devices/{id}/\": {\"parameters\": [], \"get\": {}, \"put\": {}},"
                        + "\"/devices/\": {\"get\": {}}}")))
                .containsExactly("GET /devices/", "PUT /devices/{}/");
    }

    @Test
    void aLiteralPathIsNotThatOfAnId() throws Exception {
        CurlLines active = CurlLines.parse("curl $url/releases/active/\n#= 200 x\n");
        assertThat(active.missing(document("{\"/releases/{release}/\": {\"get\": {}}}")))
                .containsExactly("GET /releases/{}/");
    }

    @Test
    void aResultIsRightByStatusAndContentWithTheValuesOfVariables() {
        CurlLine line = table.lines().get(0);
        Map<String, String> variables = Map.of("device", "a.b");
        assertThat(line.accepts("200", "{\"id\":\"a.b\"}", variables)).isTrue();
        assertThat(line.accepts("200", "{\"id\":\"aXb\"}", variables)).isFalse();
        assertThat(line.accepts("500", "{\"id\":\"a.b\"}", variables)).isFalse();
        assertThat(line.accepts("200200", "{\"id\":\"a.b\"}", variables)).isFalse();
    }

    @Test
    void aLineThatMakesAnIdSetsItsVariable() {
        assertThat(table.lines().get(0).variable()).isNull();
        assertThat(table.lines().get(1).variable()).isEqualTo("jid");
        assertThat(table.lines().get(1).engine()).isTrue();
        assertThat(table.lines().get(1).isRead()).isFalse();
    }

    @Test
    void aLineWithoutAnExpectationIsNoTable() {
        assertThatThrownBy(() -> CurlLines.parse("curl $url/a\ncurl $url/b\n#= 200 x\n"))
                .hasMessageContaining("curl $url/b");
        assertThatThrownBy(() -> CurlLines.parse("#= 200 x\n")).hasMessageContaining("#= 200 x");
    }

    @Test
    void whatIsPrintedIsAShellScriptWithoutTheExpectations() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        CurlLines.read().print(new PrintStream(printed, true, StandardCharsets.UTF_8));
        String script = printed.toString(StandardCharsets.UTF_8);
        assertThat(script).contains("\n## Telemetry\n# ").doesNotContain("#=");
        assertThat(Programs.run("bash", "-n", "-c", script)).isEmpty();
    }
}
