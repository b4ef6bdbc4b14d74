package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.fixture.DescribedRequest;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryParametersTest extends TelemetryUnderTest {
    /** Values for each parameter; D is a day here, and ~ a blank. */
    private static final List<String> TEXTS =
            List.of(("|~|~avg~|float|geo_point|string|long|Float|avg|AVG|Average|min|MAX|sum|None"
                            + "|median|true|True|FALSE|yes|-1|0|1|007|10000|10001|1.0|1h|10m|1ms|0001s|36500d|0s|-1h|1x|1H|1.5h|1234567890s"
                            + "|2026-13-22T10:15Z|2026-1-2T10:15Z|1968-01-01T10:15Z|2263-01-01T10:15Z|D|DT10:15:00Z|Dt10:15z|DT10:15:00.Z"
                            + "|DT10:15:00.123456789Z|DT10:15:00.1234567890Z|DT24:00Z|DT10Z|D~10:15Z|DT10:15|DT10:15+01|DT10:15-01:30"
                            + "|DT10:15+01:00:30|DT10:15+18:00|DT10:15+18:01|DT10:15-19:00|DT10:15+0100|DT10:15+1:00|DT10:15~01:00|DT10:15~01"
                            + "|DT10:15~18:00|DT10:15~01:00:30|DT10:15~0100|" + "x".repeat(500) + "|" + "x".repeat(501))
                    .replace("D", "2026-11-22")
                    .replace('~', ' ')
                    .split("\\|"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read/?field=a.b&field_type=float&from_utc=1970-01-01T00:00Z&to_utc=2261-12-31T23:59Z&aggregation=none&interval=52w",
                "raw/?start_utc=1970-01-01T00:00Z&end_utc=2261-12-31T23:59Z",
                "fields/?",
                "../trips/?start_utc=1970-01-01T00:00Z&end_utc=2261-12-31T23:59Z"
            })
    void aValueIsRefusedIfAndOnlyIfTheDocumentHasItNot(String request) throws IOException {
        String[] parts =
                ("/logbook/storage/" + request).replace("storage/../", "").split("\\?", 2);
        JsonNode item = served.document.json().get("paths").get(parts[0]);
        DescribedRequest described = new DescribedRequest(served.document.json(), item, item.get("get"));
        for (JsonNode each : item.at("/get/parameters")) {
            String name = each.get("name").textValue();
            String others = ("device_id=" + device.id() + "&" + parts[1]).replaceAll(name + "=[^&]*", "");
            for (String text : TEXTS) {
                String query = (name.equals("interval") ? others.replace("none", "avg") : others) + "&" + name + "="
                        + URLEncoder.encode(text, StandardCharsets.UTF_8);
                // an unknown device is 404, and many intervals are 422
                assertThat(served.client().get(parts[0] + "?" + query).status() == 400)
                        .as(query)
                        .isEqualTo(!described.mistakes(query, null).isEmpty());
            }
        }
    }
}
