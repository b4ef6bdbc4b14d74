package io.outrider.bench.matrix;

import io.outrider.testkit.DockerRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Scenario of the matrix: what runs before, and the desired document. */
enum MatrixScenario {
    FIRST("first", 0, 1, "the first release, where an initial container runs"),
    UPGRADE(
            "upgrade",
            1,
            2,
            "another release, with data to purge, a name that is used again, and a container that stays"),
    WAY_BACK("way-back", 1, 3, "a release whose last container fails its probation, from there on"),
    ROLLBACK("rollback", 2, 1, "docker.rollback to the release before");

    static final String PROJECT = "fleet";
    static final String INITIAL = "legacy";
    static final String FOREIGN = "foreign";

    /** Image that the preparation removes. */
    static final String UNNEEDED = "team/web:0";

    private final String text;
    private final int before;
    private final int after;
    private final String description;

    MatrixScenario(String text, int before, int after, String description) {
        this.text = text;
        this.before = before;
        this.after = after;
        this.description = description;
    }

    String text() {
        return text;
    }

    String description() {
        return description;
    }

    /** Versions that are applied one after the other before the case. */
    List<Integer> history() {
        return this == ROLLBACK ? List.of(1, 2) : before == 0 ? List.of() : List.of(before);
    }

    /** Version of the desired document. */
    int desired() {
        return this == ROLLBACK ? before : after;
    }

    boolean fails() {
        return this == WAY_BACK;
    }

    /** Images that the unit has before the case, and no others of the project. */
    Set<String> local() {
        Set<String> local = new TreeSet<>();
        history().forEach(version -> local.addAll(images(version).values()));
        if (this == UPGRADE) {
            local.add(UNNEEDED);
        }
        return local;
    }

    /** Images of the containers by name, once the case ends with the new ones. */
    Map<String, String> containersAfter() {
        return images(after);
    }

    String hashAfter() {
        return hash(after);
    }

    boolean purges() {
        return this == UPGRADE;
    }

    private static String hash(int version) {
        return "hash" + version;
    }

    /** Images by the containers' names. */
    static Map<String, String> images(int version) {
        Map<String, String> images = new TreeMap<>();
        if (version > 0) {
            images.put("app", "team/app:" + Math.min(version, 2));
            images.put("web-" + version, "team/web:" + version);
            images.put("log", "team/log:1");
        }
        return images;
    }

    /** @param data folder of the host that a container has, and that the versions after the first purge */
    static Map<String, Object> document(int version, String registry, Path data) {
        List<Object> containers = new ArrayList<>();
        images(version).forEach((name, image) -> {
            Map<String, Object> start = new TreeMap<>(Map.of("network_mode", "host"));
            start.put("restart_policy", version == 3 && name.startsWith("web") ? "no" : "unless-stopped");
            Map<String, Object> container = new TreeMap<>(Map.of("name", name, "fully_qualified_name", name));
            if (name.equals("app")) {
                start.put("environment", List.of("RELEASE=" + version));
                start.put("volumes", List.of(data + ":/data"));
                container.put("purge_data", version > 1);
            }
            container.put("image", registry + "/" + image.substring(0, image.indexOf(':')));
            container.put("tag", image.substring(image.indexOf(':') + 1));
            container.put("startup_parameters", start);
            containers.add(container);
        });
        Map<String, Object> project = new TreeMap<>(Map.of("name", PROJECT, "version", version + ".0"));
        project.put("version_hash", hash(version));
        project.put("containers", containers);
        project.put("remove_containers", List.of(INITIAL));
        Map<String, Object> own = new TreeMap<>(Map.of("name", "own", "url", "http://" + registry));
        own.put("username", DockerRegistry.USER);
        own.put("password", DockerRegistry.PASSWORD);
        return Map.of("projects", List.of(project), "registries", List.of(own), "whitelist", List.of());
    }

    static Optional<MatrixScenario> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }
}
