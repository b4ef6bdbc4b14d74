package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies of registries and releases that no unit could use. */
@ParameterizedClass
@EnumSource(names = "SQLITE")
class ReleaseBodiesTest extends ReleasesUnderTest {
    private static final String PARAMETERS = "{\"network_mode\": \"host\", \"environment\": [\"A=1\"]}";

    private static String registry(String name, String url) {
        return MAPPER.createObjectNode().put("name", name).put("url", url).toString();
    }

    @Test
    void whatIsNoAddressOfARegistryIsRefused() {
        String list = "/docker/registries/";
        String path =
                list + client.post(list, registry("own", "hub")).is(201).json().get("id") + "/";
        for (String url : List.of(
                "ftp://x",
                "file:///etc/passwd",
                "http://",
                "http:///",
                "//x",
                "http://x:y",
                "x:123456",
                "\"",
                "%00",
                "-",
                "",
                "http://x/?q=1#f",
                "x y",
                "x/\u009b",
                "[::1",
                "http://u:p@x")) {
            assertThat(client.post(list, registry("other", url))
                            .isProblem(400, "INVALID_BODY")
                            .json()
                            .get("detail")
                            .textValue())
                    .startsWith("'url': is no address of a registry, such as r.example.com:5000 or https://");
            client.patch(path, registry("own", url)).isProblem(400, "INVALID_BODY");
            client.put(path, registry("own", url)).isProblem(400, "INVALID_BODY");
        }
    }

    @Test
    void anAddressOfARegistryStaysAsItIs() {
        for (String url : List.of(
                "hub",
                "localhost",
                "localhost:5000",
                "r.example.com",
                "R.Example.com:5000",
                "http://r.example.com",
                "HTTPS://index.docker.io/v1/",
                "192.0.2.7:5000",
                "[2001:db8::1]:5000",
                "https://[::1]/v2/")) {
            assertThat(client.post("/docker/registries/", registry(url, url))
                            .is(201)
                            .json()
                            .get("url")
                            .textValue())
                    .isEqualTo(url);
        }
    }

    @Test
    void whatNoUnitCanStartIsRefusedWithItsPlace() {
        String path = "/docker/projects/" + project("{\"name\": \"fleet\"}") + "/releases/";
        for (String each : """
                {"privileged": "x"} | privileged': must be true or false
                {"privileged": [true]} | privileged': must be true or false
                {"environment": [1]} | environment[0]': integer found, [string, object] expected
                {"environment": "A"} | environment': must have NAME=VALUE in each line
                {"network_mode": ["host"]} | network_mode': must be text
                {"restart_policy": "no-such"} | restart_policy': must be no, always, unless-stopped, on-failure or on-failure:3
                {"restart_policy": true} | restart_policy': must be no, always, unless-stopped, on-failure or on-failure:3
                {"restart_policy": {"Nam": 1}} | restart_policy': must have Name and MaximumRetryCount only
                {"volumes": ["/a:/b:rx"]} | volumes[0]': must be /path/of/host:/path or volume:/path, and may end
                {"memory": "12q"} | memory': must be bytes such as 268435456 or 256m
                {"labels": {"io.outrider.run": "x"}} | labels': must not have names that begin with io.outrider.
                {"healthcheck": {"test": ["a"]}} | healthcheck.test[0]': must be CMD, CMD-SHELL or NONE
                {"zzz": 1} | zzz': is no start parameter that units know; docs/start-parameters.md lists all
                {"image": "x"} | image': is set beside startup_parameters, or by the unit
                """.lines().toList()) {
            String[] row = each.split(" [|] ");
            assertThat(client.post(path, release("1.0.0", 1, "").replace(PARAMETERS, row[0]))
                            .isProblem(400, "INVALID_BODY")
                            .json()
                            .get("detail")
                            .textValue())
                    .startsWith("'containers[0].startup_parameters." + row[1]);
        }
    }

    @Test
    void parametersInAutoPisFormsReachTheUnitAsTheyAre() {
        String parameters =
                "{\"environment\":[],\"port_bindings\":[\"8080:80\"],\"binds\":[\"/a:/b:ro\"],\"volumes\":null,"
                        + "\"network_mode\":[],\"restart_policy\":\"on-failure:3\",\"privileged\":false,\"unknown\":null,\"detach\":true}";
        create(project("{\"name\": \"fleet\"}"), release("1.0.0", 1, "").replace(PARAMETERS, parameters));
        JsonNode document = awaitDesired("van-1", each -> each.path("projects").size() == 1);
        assertThat(document.at("/projects/0/containers/0/startup_parameters")).isEqualTo(tree(parameters));
    }
}
