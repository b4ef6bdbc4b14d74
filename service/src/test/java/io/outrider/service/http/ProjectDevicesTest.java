package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices that a project names, on both databases. */
@ParameterizedClass
@EnumSource
class ProjectDevicesTest extends ReleasesUnderTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aDeletedDeviceLeavesItsProjects(int deleted) {
        String all = ids(3);
        String other = "/docker/projects/" + project("{\"name\": \"other\"}") + "/";
        String path = "/docker/projects/" + project("{\"name\": \"fleet\", \"devices\": " + all + "}") + "/";
        String alone = "/docker/projects/"
                + project("{\"name\": \"alone\", \"devices\": [\""
                        + devices.get(deleted).id() + "\"]}") + "/";
        client.delete("/dongle/devices/" + devices.get(deleted).id() + "/").is(204);
        JsonNode left = client.get(path).is(200).json();
        assertThat(left.get("devices"))
                .hasSize(2)
                .map(JsonNode::textValue)
                .allMatch(each ->
                        all.contains(each) && !each.equals(devices.get(deleted).id()));
        for (String each : new String[] {path, alone, other}) {
            client.put(each, client.get(each).is(200).text()).is(200);
        }
        assertThat(client.get(alone).json().get("devices")).isEmpty();
    }
}
