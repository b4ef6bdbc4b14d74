package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Start parameters of volumes, and the folders of the host that they mount. */
final class VolumeParameters {
    private static final String MODE = "(?:ro|rw|z|Z|nocopy|r?shared|r?slave|r?private|cached|delegated|consistent)";
    private static final Pattern BIND = Pattern.compile("(?:(?<source>/[^:]*|[a-zA-Z0-9][a-zA-Z0-9_.-]{1,254}):)?"
            + "(?<target>/[^:]*)(?<mode>:" + MODE + "(?:," + MODE + "){0,5}|)");

    private VolumeParameters() {}

    /** Mount of a volume or of a path of the host, as an element of {@code Binds} has it. */
    record Bind(String source, String target, String mode) {
        boolean isHostPath() {
            return source.startsWith("/");
        }

        /** True if it lies strictly below a path of the host that the other one may write to. */
        boolean isReplacedBy(Bind other) {
            return isHostPath()
                    && other.isHostPath()
                    && !other.isReadOnly()
                    && !source.equals(other.source())
                    && Path.of(source).startsWith(other.source());
        }

        boolean isReadOnly() {
            return List.of(mode.split(",")).contains("ro");
        }
    }

    static List<Bind> of(ObjectNode body) {
        List<Bind> binds = new ArrayList<>();
        for (JsonNode each : body.path("HostConfig").path("Binds")) {
            String[] parts = each.asText().split(":", 3);
            binds.add(new Bind(parts[0], parts[1], parts.length > 2 ? parts[2] : ""));
        }
        return binds;
    }

    /** "source:target:mode", a path of the container alone, or docker-py's map from sources. */
    static JsonNode volumes(DocumentValue value, ObjectNode body) throws Failure {
        ArrayNode binds = body.withObject("/HostConfig").withArrayProperty("Binds");
        if (!(value.value() instanceof Map)) {
            for (DocumentValue each : ParameterForms.items(value, ",(?=/)")) {
                add(each, each.text(), body, binds);
            }
            return binds;
        }
        for (Map.Entry<String, DocumentValue> each : value.members().entrySet()) {
            DocumentValue target = each.getValue();
            boolean object = target.value() instanceof Map && !target.absent();
            String path = object ? target.member("bind").text() : target.textOr("");
            String mode = object ? target.member("mode").textOr("") : "";
            add(target, (each.getKey() + ":" + path + ":" + mode).replaceFirst("(?<!:):+$", ""), body, binds);
        }
        return binds;
    }

    private static void add(DocumentValue value, String text, ObjectNode body, ArrayNode binds) throws Failure {
        Matcher bind = BIND.matcher(text);
        String source = bind.matches() ? bind.group("source") : null;
        if (!bind.matches() || source == null && !bind.group("mode").isEmpty()) {
            throw value.invalid(
                    "must be /path/of/host:/path or volume:/path, and may end with :ro, :rw or another mode");
        }
        String target = path(value, bind.group("target"));
        boolean mounted = of(body).stream().anyMatch(each -> each.target().equals(target));
        if (source == null) {
            if (!mounted) {
                body.withObject("/Volumes").putObject(target);
            }
            return;
        }
        if (mounted || target.equals("/")) {
            throw value.invalid("mounts at / or, a second time, at the same path of the container");
        }
        // Salt's users name the mount point in one list and the path of the host in another
        if (body.get("Volumes") instanceof ObjectNode anonymous
                && anonymous.remove(target) != null
                && anonymous.isEmpty()) {
            body.remove("Volumes");
        }
        binds.add((source.startsWith("/") ? path(value, source) : source) + ":" + target + bind.group("mode"));
    }

    /** Absolute path without {@code ..}. */
    static String path(DocumentValue value, String text) throws Failure {
        try {
            Path path = Path.of(text);
            if (path.isAbsolute()) {
                return path.normalize().toString();
            }
        } catch (InvalidPathException e) {
            // the same sentence
        }
        throw value.invalid("must have an absolute path");
    }
}
