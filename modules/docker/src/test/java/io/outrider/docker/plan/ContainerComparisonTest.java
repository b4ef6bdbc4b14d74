package io.outrider.docker.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparison with inspections of Docker Engine 20.10.24, with the bodies that the containers were created from. */
class ContainerComparisonTest {
    private final JsonNode recorded = read();

    private static JsonNode read() {
        try (InputStream in = ContainerComparisonTest.class.getResourceAsStream("inspections.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private EngineContainer container(String name) {
        JsonNode node = recorded.path("containers").path(name);
        Map<String, String> labels = new TreeMap<>();
        node.path("Config")
                .path("Labels")
                .properties()
                .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        return new EngineContainer(
                node.path("Id").asText(),
                name,
                node.path("create").path("Image").asText(),
                node.path("Image").asText(),
                labels,
                PlanFixtures.state("running", 0),
                RestartPolicy.NO,
                node.path("Config"),
                node.path("HostConfig"));
    }

    private List<EngineContainer> containers() {
        List<EngineContainer> all = new ArrayList<>();
        recorded.path("containers").fieldNames().forEachRemaining(name -> all.add(container(name)));
        return all;
    }

    private List<String> differences(String name, JsonNode create) {
        String image = create.path("Image").asText();
        JsonNode node = recorded.path("images").path(image);
        EngineImage local = new EngineImage(
                node.path("Id").asText(),
                List.of(image),
                List.of(),
                1,
                "linux",
                "amd64",
                "",
                List.of(),
                node.path("Config"));
        ImageName wanted = new ImageName(ImageName.HUB, "library/" + image.split(":")[0], image.split(":")[1], null);
        ContainerSpec spec = new ContainerSpec(name, name, wanted, List.of(), null, List.of(), (ObjectNode) create);
        return ContainerComparison.differences(spec, container(name), local, containers());
    }

    private ObjectNode create(String name) {
        return recorded.path("containers").path(name).path("create").deepCopy();
    }

    /** The body with the member at the path, of the form {@code HostConfig/Privileged}, replaced or, with {@code -}, removed. */
    private ObjectNode changed(String name, String path, String value) {
        ObjectNode body = create(name);
        int slash = path.lastIndexOf('/');
        ObjectNode parent = slash < 0 ? body : (ObjectNode) body.at("/" + path.substring(0, slash));
        String member = path.substring(slash + 1);
        if (value.equals("-")) {
            parent.remove(member);
        } else {
            parent.set(member, PlanFixtures.json("{'v':" + value + "}").get("v"));
        }
        return body;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bare",
                "none",
                "hostnet",
                "inherit",
                "privileged",
                "full",
                "entry",
                "noentry",
                "swap",
                "shared",
                "share"
            })
    void aContainerIsAsTheBodyThatItWasCreatedFrom(String name) {
        assertThat(differences(name, create(name))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "full | Hostname | 'x' | Hostname",
                "full | Hostname | - | Hostname",
                "full | Domainname | - | Domainname",
                "full | User | - | User",
                "full | Env | ['A=user','C=3'] | Env",
                "full | Env | ['A=other','C=3','AUTOPI_UNIT_ID=u'] | Env",
                "full | Env | ['C=3','AUTOPI_UNIT_ID=u'] | Env",
                "full | Cmd | - | Cmd",
                "full | Cmd | ['5','sleep'] | Cmd",
                "full | Entrypoint | ['/x'] | Entrypoint",
                "entry | Entrypoint | - | Cmd,Entrypoint",
                "noentry | Entrypoint | - | Entrypoint",
                "full | WorkingDir | - | WorkingDir",
                "full | Tty | - | Tty",
                "full | OpenStdin | false | OpenStdin",
                "full | StopTimeout | - | StopTimeout",
                "full | StopSignal | 'SIGINT' | StopSignal",
                "full | Volumes | - | Volumes",
                "full | ExposedPorts | - | ExposedPorts",
                "full | Healthcheck | - | Healthcheck",
                "full | Healthcheck/Retries | 9 | Healthcheck",
                "inherit | Healthcheck | {'Test':['NONE']} | Healthcheck",
                "full | Labels/mine | '2' | Labels.mine",
                "full | Labels/new | '2' | Labels.new",
                "full | HostConfig/Binds | ['/tmp/plnd/y:/y','vol:/v:ro'] | HostConfig.Binds",
                "full | HostConfig/Binds | ['/tmp/plnd/x:/x','/tmp/plnd/y:/y','vol:/v'] | HostConfig.Binds",
                "full | HostConfig/Binds | - | HostConfig.Binds",
                "full | HostConfig/PortBindings | {'80/tcp':[{'HostPort':'81'}]} | HostConfig.PortBindings",
                "full | HostConfig/PortBindings | {'80/udp':[{'HostPort':'8080'}]} | HostConfig.PortBindings",
                "full | HostConfig/PortBindings | - | HostConfig.PortBindings",
                "full | HostConfig/NetworkMode | 'host' | HostConfig.NetworkMode",
                "full | HostConfig/NetworkMode | - | HostConfig.NetworkMode",
                "shared | HostConfig/NetworkMode | 'container:none' | HostConfig.NetworkMode",
                "shared | HostConfig/PidMode | - | HostConfig.PidMode",
                "full | HostConfig/RestartPolicy/MaximumRetryCount | 4 | HostConfig.RestartPolicy",
                "full | HostConfig/RestartPolicy | {'Name':'always'} | HostConfig.RestartPolicy",
                "full | HostConfig/RestartPolicy | - | HostConfig.RestartPolicy",
                "full | HostConfig/CapAdd | ['NET_ADMIN'] | HostConfig.CapAdd",
                "full | HostConfig/CapDrop | - | HostConfig.CapDrop",
                "full | HostConfig/Devices | - | HostConfig.Devices",
                "full | HostConfig/Memory | 134217728 | HostConfig.Memory,HostConfig.MemorySwap",
                "full | HostConfig/Memory | - | HostConfig.Memory,HostConfig.MemorySwap",
                "full | HostConfig/NanoCpus | - | HostConfig.NanoCpus",
                "full | HostConfig/PidsLimit | - | HostConfig.PidsLimit",
                "full | HostConfig/LogConfig/Config | {'max-size':'2m'} | HostConfig.LogConfig",
                "full | HostConfig/LogConfig/Type | 'local' | HostConfig.LogConfig",
                "full | HostConfig/ExtraHosts | - | HostConfig.ExtraHosts",
                "full | HostConfig/Dns | - | HostConfig.Dns",
                "full | HostConfig/Ulimits | [{'Name':'nofile','Soft':100,'Hard':300}] | HostConfig.Ulimits",
                "full | HostConfig/Sysctls | - | HostConfig.Sysctls",
                "full | HostConfig/Tmpfs | - | HostConfig.Tmpfs",
                "full | HostConfig/ShmSize | - | HostConfig.ShmSize",
                "full | HostConfig/Init | - | HostConfig.Init",
                "full | HostConfig/ReadonlyRootfs | - | HostConfig.ReadonlyRootfs",
                "full | HostConfig/GroupAdd | - | HostConfig.GroupAdd",
                "full | HostConfig/SecurityOpt | - | HostConfig.SecurityOpt",
                "full | HostConfig/OomScoreAdj | - | HostConfig.OomScoreAdj",
                "full | HostConfig/CpuShares | - | HostConfig.CpuShares",
                "full | HostConfig/CpusetCpus | - | HostConfig.CpusetCpus",
                "full | HostConfig/Privileged | true | HostConfig.Privileged",
                "full | HostConfig/BlkioWeight | 5 | HostConfig.BlkioWeight",
                "privileged | HostConfig/Privileged | - | HostConfig.Privileged",
                "privileged | HostConfig/IpcMode | - | HostConfig.IpcMode",
                "privileged | HostConfig/SecurityOpt | ['seccomp=unconfined'] | HostConfig.SecurityOpt",
                "swap | HostConfig/MemorySwap | 67108864 | HostConfig.MemorySwap",
                "swap | HostConfig/CpuQuota | - | HostConfig.CpuQuota",
                "swap | HostConfig/UTSMode | - | HostConfig.UTSMode",
                "share | HostConfig/IpcMode | 'private' | HostConfig.IpcMode"
            })
    void eachChangeOfAReleaseIsNoticed(String name, String path, String value, String differences) {
        assertThat(String.join(",", differences(name, changed(name, path, value))))
                .isEqualTo(differences);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "full | Env | ['AUTOPI_UNIT_ID=u','B=image','C=3','A=user']",
                "full | HostConfig/CapAdd | ['SYS_TIME','CAP_NET_ADMIN']",
                "full | HostConfig/Binds | ['vol:/v:ro','/tmp/plnd/y:/y:rw','/tmp/plnd/x:/x']",
                "full | HostConfig/PortBindings | {'80':[{'HostIp':'0.0.0.0','HostPort':'8080'}]}",
                "full | HostConfig/MemorySwap | 134217728",
                "full | HostConfig/Privileged | false",
                "full | HostConfig/CpuQuota | 0",
                "full | HostConfig/LogConfig | {'Type':'json-file'}",
                "full | StopSignal | -",
                "full | WorkingDir | '/tmp'",
                "full | Labels/release | '2'",
                "full | Labels/mine | -",
                "bare | HostConfig/NetworkMode | 'bridge'",
                "bare | HostConfig/RestartPolicy | {'Name':'no','MaximumRetryCount':3}",
                "bare | HostConfig/ShmSize | 67108864",
                "bare | HostConfig/PidsLimit | null",
                "bare | HostConfig/Binds | []",
                "bare | Env | null",
                "bare | Healthcheck | {}",
                "inherit | User | ''",
                "inherit | Healthcheck | {'Interval':0}",
                "inherit | Env | ['A=image']"
            })
    void theSameInAnotherFormIsNoDifference(String name, String path, String value) {
        assertThat(differences(name, changed(name, path, value))).isEmpty();
    }

    @Test
    void anotherImageIsADifference() {
        assertThat(differences("bare", changed("bare", "Image", "'rich:1'"))).containsExactly("Image");
        ContainerSpec spec = PlanFixtures.spec("bare", PlanFixtures.image("a", "1"), "{}");
        assertThat(ContainerComparison.differences(spec, container("bare"), null, containers()))
                .containsExactly("Image");
    }
}
