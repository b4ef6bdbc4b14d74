package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Start parameters of volumes, and the folders of the host that they mount. */
final class VolumeParameters {
    private static final Pattern VOLUME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]+");
    private static final Set<String> MODES = Set.of(
            "ro",
            "rw",
            "z",
            "Z",
            "nocopy",
            "shared",
            "rshared",
            "slave",
            "rslave",
            "private",
            "rprivate",
            "cached",
            "delegated",
            "consistent");

    private VolumeParameters() {}

    /** Mount of a volume or of a path of the host. */
    record Bind(String source, String target, String mode) {
        /** @param text element of {@code Binds}, as this class writes them */
        static Bind of(String text) {
            String[] parts = text.split(":", 3);
            return new Bind(parts[0], parts[1], parts.length > 2 ? parts[2] : "");
        }

        boolean isHostPath() {
            return source.startsWith("/");
        }

        boolean isReadOnly() {
            return List.of(mode.split(",")).contains("ro");
        }

        String text() {
            return source + ":" + target + (mode.isEmpty() ? "" : ":" + mode);
        }
    }

    static List<Bind> of(ObjectNode body) {
        List<Bind> binds = new ArrayList<>();
        for (JsonNode each : body.path("HostConfig").path("Binds")) {
            binds.add(Bind.of(each.asText()));
        }
        return binds;
    }

    /** "source:target:mode", a path of the container alone, or docker-py's map from sources. */
    static void volumes(DocumentValue value, ObjectNode body) throws Failure {
        if (!(value.value() instanceof Map)) {
            for (DocumentValue each : ParameterForms.items(value, ",(?=/)")) {
                add(each, each.text(), body);
            }
            return;
        }
        for (Map.Entry<String, DocumentValue> each : value.members().entrySet()) {
            DocumentValue target = each.getValue();
            if (target.absent()) {
                add(target, each.getKey(), body);
            } else if (target.value() instanceof Map) {
                DocumentValue mode = target.member("mode");
                String suffix = mode.absent() ? "" : ":" + mode.text();
                boolean readOnly = mode.absent()
                        && !target.member("ro").absent()
                        && target.member("ro").bool();
                add(target, each.getKey() + ":" + target.member("bind").text() + (readOnly ? ":ro" : suffix), body);
            } else {
                add(target, each.getKey() + ":" + target.text(), body);
            }
        }
    }

    private static void add(DocumentValue value, String text, ObjectNode body) throws Failure {
        String[] parts = text.split(":", -1);
        if (parts.length > 3) {
            throw value.invalid("must be source:target or source:target:mode");
        }
        String target = path(value, parts[parts.length == 1 ? 0 : 1]).toString();
        if (target.equals("/")) {
            throw value.invalid("must not be mounted at / of the container");
        }
        ObjectNode anonymous = body.withObject("/Volumes");
        boolean mounted = of(body).stream().anyMatch(each -> each.target().equals(target));
        if (parts.length == 1) {
            if (!mounted) {
                anonymous.putObject(target);
            }
            return;
        }
        if (mounted) {
            throw value.invalid("mounts at " + target + " a second time");
        }
        boolean host = parts[0].startsWith("/");
        if (!host && !VOLUME.matcher(parts[0]).matches()) {
            throw value.invalid("must begin with an absolute path of the host or the name of a volume");
        }
        String mode = parts.length == 3 ? parts[2] : "";
        if (!mode.isEmpty() && !MODES.containsAll(List.of(mode.split(",", -1)))) {
            throw value.invalid("must end with ro, rw or another mode of the engine");
        }
        anonymous.remove(target); // Salt's users name the mount point in one list and the path of the host in another
        body.withObject("/HostConfig")
                .withArrayProperty("Binds")
                .add(new Bind(host ? path(value, parts[0]).toString() : parts[0], target, mode).text());
    }

    /** Path without {@code ..}. */
    static Path path(DocumentValue value, String text) throws Failure {
        try {
            Path path = Path.of(text);
            if (path.isAbsolute()) {
                return path.normalize();
            }
        } catch (InvalidPathException e) {
            // the same sentence
        }
        throw value.invalid("must have an absolute path");
    }
}
