package io.outrider.docker.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerSpecTest {
    private static final String CONFIG = """
            {"Image": "app:1", "Labels": {"a": "1"}, "Env": ["B=ü", "A=/"],
             "HostConfig": {"Memory": 67108864, "CpuShares": 0, "NanoCpus": 1.5,
                            "PortBindings": {"80/tcp": [{"HostPort": "80", "HostIp": ""}]}, "Init": true, "Binds": null}}""";

    private static ContainerSpec spec(String config) throws JsonProcessingException {
        ObjectNode tree = (ObjectNode) new ObjectMapper().readTree(config);
        return new ContainerSpec("app", "app", null, List.of(), null, List.of(), tree);
    }

    /** Labels of containers on units have this value; with another one they would be compared in full. */
    @Test
    void theHashOfAConfigurationStaysWhatItIs() throws Exception {
        assertThat(spec(CONFIG).configHash()).isEqualTo("5a7b8bf8368dffdf5e06a5ab5cb43ffb");
    }

    @Test
    void theOrderOfMembersIsNotInTheHash() throws Exception {
        String turned =
                CONFIG.replace("\"HostPort\": \"80\", \"HostIp\": \"\"", "\"HostIp\": \"\", \"HostPort\": \"80\"");
        assertThat(turned).isNotEqualTo(CONFIG);
        assertThat(spec(turned).configHash()).isEqualTo(spec(CONFIG).configHash());
    }

    @Test
    void theOrderOfAListIsInTheHash() throws Exception {
        String turned = CONFIG.replace("\"B=ü\", \"A=/\"", "\"A=/\", \"B=ü\"");
        assertThat(turned).isNotEqualTo(CONFIG);
        assertThat(spec(turned).configHash()).isNotEqualTo(spec(CONFIG).configHash());
    }

    @Test
    void theHashLeavesTheConfigurationAsItIs() throws Exception {
        ContainerSpec spec = spec(CONFIG);
        spec.configHash();
        assertThat(spec).isEqualTo(spec(CONFIG));
    }
}
