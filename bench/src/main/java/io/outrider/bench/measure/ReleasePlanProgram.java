package io.outrider.bench.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleasePlanner;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.OwnerPolicy;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseReader;
import io.outrider.docker.release.Releases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;

/**
 * Program that plans a release of 50 containers for a unit on which 50 run: 25 are as they should be, and 25 have another
 * environment. For each line of its input it plans once, and prints the nanoseconds and the number of containers created.
 */
final class ReleasePlanProgram {
    static final int CONTAINERS = 50;
    static final int CREATED = 25;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Members that an engine adds to the body of a creation when it shows a container. */
    private static final String CONFIG = """
            {"Domainname": "", "User": "", "AttachStdin": false, "AttachStdout": false, "AttachStderr": false, "Tty": false,
             "OpenStdin": false, "StdinOnce": false, "Cmd": ["run"], "Volumes": null, "WorkingDir": "", "Entrypoint": null,
             "OnBuild": null}""";

    private static final String HOST_CONFIG = """
            {"Binds": null, "ContainerIDFile": "", "LogConfig": {"Type": "json-file", "Config": {}},
             "NetworkMode": "default", "PortBindings": {}, "RestartPolicy": {"Name": "no", "MaximumRetryCount": 0},
             "AutoRemove": false, "VolumeDriver": "", "VolumesFrom": null, "CapAdd": null, "CapDrop": null,
             "CgroupnsMode": "private", "Dns": [], "DnsOptions": [], "DnsSearch": [], "ExtraHosts": null, "GroupAdd": null,
             "IpcMode": "private", "Cgroup": "", "Links": null, "OomScoreAdj": 0, "PidMode": "", "Privileged": false,
             "PublishAllPorts": false, "ReadonlyRootfs": false, "SecurityOpt": null, "UTSMode": "", "UsernsMode": "",
             "ShmSize": 67108864, "Runtime": "runc", "ConsoleSize": [0, 0], "Isolation": "", "CpuShares": 0, "Memory": 0,
             "NanoCpus": 0, "CgroupParent": "", "BlkioWeight": 0, "BlkioWeightDevice": [], "BlkioDeviceReadBps": null,
             "BlkioDeviceWriteBps": null, "BlkioDeviceReadIOps": null, "BlkioDeviceWriteIOps": null, "CpuPeriod": 0,
             "CpuQuota": 0, "CpuRealtimePeriod": 0, "CpuRealtimeRuntime": 0, "CpusetCpus": "", "CpusetMems": "",
             "Devices": [], "DeviceCgroupRules": null, "DeviceRequests": null, "KernelMemory": 0, "KernelMemoryTCP": 0,
             "MemoryReservation": 0, "MemorySwap": 0, "MemorySwappiness": null, "OomKillDisable": false,
             "PidsLimit": null, "Ulimits": null, "CpuCount": 0, "CpuPercent": 0, "IOMaximumIOps": 0,
             "IOMaximumBandwidth": 0, "MaskedPaths": ["/proc/kcore"], "ReadonlyPaths": ["/proc/sys"]}""";

    private ReleasePlanProgram() {}

    public static void main(String[] arguments) throws Failure {
        Releases after = releases("2");
        World world = world(releases("1").projects().get(0));
        System.out.println("ready");
        for (Scanner lines = new Scanner(System.in); lines.hasNextLine(); lines.nextLine()) {
            System.out.println(time(after, world));
        }
    }

    /** The line of one plan, with a release and a unit made for it. */
    static String time() throws Failure {
        return time(releases("2"), world(releases("1").projects().get(0)));
    }

    private static String time(Releases after, World world) throws Failure {
        long begun = System.nanoTime();
        ReleasePlan plan =
                new ReleasePlanner(after, List.of()).plan(after.projects().get(0), world);
        long nanos = System.nanoTime() - begun;
        return nanos + " " + created(plan);
    }

    static long created(ReleasePlan plan) {
        return plan.change().stream()
                .filter(ReleaseStep.CreateContainer.class::isInstance)
                .count();
    }

    static Releases releases(String version) throws Failure {
        List<Map<String, Object>> containers = new ArrayList<>();
        for (int i = 0; i < CONTAINERS; i++) {
            Map<String, Object> parameters = new HashMap<>();
            parameters.put("environment", List.of("A=1", "B=" + (i < CREATED ? version : "2")));
            parameters.put("ports", Map.of("80/tcp", 8_000 + i));
            parameters.put("restart_policy", Map.of("Name", "unless-stopped"));
            parameters.put("volumes", List.of("/var/lib/data" + i + ":/data:rw"));
            parameters.put("cap_add", List.of("NET_ADMIN"));
            containers.add(Map.of(
                    "name", "c" + i,
                    "fully_qualified_name", "app-c" + i,
                    "image", "registry.example.com/team/app" + i,
                    "tag", "1",
                    "startup_parameters", parameters));
        }
        Map<String, Object> project = Map.of("name", "app", "version", version, "containers", containers);
        return new ReleaseReader(OwnerPolicy.DEFAULT, "unit-1", null, Path.of("/nonexistent"))
                .read(Map.of("projects", List.of(project), "registries", List.of(), "whitelist", List.of()));
    }

    private static ObjectNode tree(String json) {
        try {
            return (ObjectNode) JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The unit as an engine shows it after that release. Its containers are without the hash of their configuration, as if a
     * program of before had created them: each is compared in full.
     */
    static World world(Project release) {
        List<EngineContainer> containers = new ArrayList<>();
        List<EngineImage> images = new ArrayList<>();
        for (ContainerSpec spec : release.containers()) {
            int number = images.size();
            ObjectNode defaults = tree("{\"Cmd\": [\"run\"], \"Env\": [\"PATH=/bin\"]}");
            EngineImage image = new EngineImage(
                    "sha256:" + number,
                    List.of(spec.image().reference()),
                    List.of(spec.image().familiar() + "@sha256:d" + number),
                    1_000_000,
                    "linux",
                    "arm64",
                    "",
                    List.of(),
                    defaults);
            images.add(image);
            ObjectNode config = tree(CONFIG).put("Hostname", "id" + number);
            config.setAll(spec.config().deepCopy());
            config.withArray("Env").add("PATH=/bin");
            ObjectNode host = tree(HOST_CONFIG);
            host.setAll((ObjectNode) config.remove("HostConfig"));
            Map<String, String> labels = new HashMap<>();
            spec.config()
                    .get("Labels")
                    .properties()
                    .forEach(
                            label -> labels.put(label.getKey(), label.getValue().asText()));
            containers.add(new EngineContainer(
                    "id" + number,
                    spec.name(),
                    spec.image().reference(),
                    image.id(),
                    labels,
                    new ContainerState("running", true, 0, null, 0, ""),
                    new RestartPolicy("unless-stopped", 0),
                    config,
                    host));
        }
        return new World(
                containers, images, Set.of(), Set.of(), Map.of(), Map.of(release.name(), release.versionHash()));
    }
}
