package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.api.LocalApiAccess;
import io.outrider.docker.errors.DockerErrors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reader of the containers of releases.
 *
 * @param api null if there is none
 */
record ContainerReader(OwnerPolicy policy, String unitId, LocalApiAccess api, RegistryList registries) {
    private static final int MOST_BYTES = 64 * 1024;
    private static final int MOST_TAGS = 100;

    /** Folder of the local API's socket in containers. */
    private static final String MOUNTED = "/run/outrider";

    /** Rule of the engine. */
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]{1,199}");

    private static final String SENTENCE =
            "must be 2 to 200 letters, digits, _, . and -, beginning with a letter or digit";

    /** @param version null for a fallback container, which has its own if it has no {@code fully_qualified_name} */
    ContainerSpec read(DocumentValue container, String project, String version, String hash) throws Failure {
        String shortName = container.member("name").text();
        String release = version != null ? version : container.member("version").textOr("");
        DocumentValue qualified = container.member("fully_qualified_name");
        if (qualified.absent() && !release.isEmpty()) {
            qualified = qualified.with(project + "-" + shortName + "-" + release);
        }
        String name = qualified.text(NAME, SENTENCE);
        DocumentValue registry = container.member("registry");
        ImageName image = image(container.member("image"), container.member("tag"), registry);
        List<ImageName> required = new ArrayList<>();
        for (DocumentValue each : container.member("required_tags").list(MOST_TAGS)) {
            required.add(requiredImage(each, image));
        }
        DocumentValue parameters = container.member("startup_parameters").as(DockerErrors.PARAMETER_INVALID);
        CanonicalJson.of(parameters, "", MOST_BYTES);
        ObjectNode body = StartParameters.body(parameters);
        policy.check(parameters, body);
        body.put("Image", image.reference());
        body.set("Env", environment(parameters, body, name));
        ObjectNode labels = body.withObject("/Labels");
        labels.put(ReleaseLabels.PROJECT, project).put(ReleaseLabels.OWNER, project);
        labels.put(ReleaseLabels.RELEASE, release).put(ReleaseLabels.RELEASE_HASH, hash);
        DocumentValue purge = container.member("purge_data");
        List<Path> folders = !purge.absent() && purge.bool() ? policy.purge(purge, body) : List.of();
        Registry used = registries.of(image.host(), registry);
        return new ContainerSpec(name, shortName, image, List.copyOf(required), used, folders, body);
    }

    private ImageName image(DocumentValue image, DocumentValue tag, DocumentValue registry) throws Failure {
        ImageName name = parse(image, registries.resolve(registry), tag.textOr(null));
        boolean whole = parse(image, "unsigned.invalid", null).host().equals(name.host());
        if (policy.requireSignature()
                && !whole
                && !RegistryList.isNamed(name.host(), registry)
                && name.digest() == null
                && policy.registriesOnly().isEmpty()) {
            String sentence =
                    "the signature that require_signature in [releases] wants does not cover the list of registries; write"
                            + " the registry's host or url here, or a digest into the image, or set registries_only";
            throw registry.failure(DockerErrors.POLICY_FORBIDS, sentence);
        }
        policy.check(image, name);
        return name;
    }

    /** Tag or digest of the same image, or another image, of the same registry if it names none. */
    private ImageName requiredImage(DocumentValue tag, ImageName image) throws Failure {
        String text = tag.text();
        String same = image.host() + "/" + image.repository();
        boolean whole = text.matches(".*[/:@].*") && !text.startsWith("sha256:");
        ImageName name = whole ? parse(tag, image.host(), null) : parse(tag.with(same), image.host(), text);
        policy.check(tag, name);
        return name;
    }

    private static ImageName parse(DocumentValue image, String host, String tag) throws Failure {
        String text = image.text();
        try {
            return ImageName.parse(text, host, tag);
        } catch (Failure e) {
            throw image.invalid(e.getMessage());
        }
    }

    /** No element of {@code Binds}, as the owner's limits of those do not hold for it. */
    private void mountSocket(DocumentValue parameters, ObjectNode body) throws Failure {
        if (VolumeParameters.of(body).stream().anyMatch(each -> each.target().equals(MOUNTED))) {
            throw parameters
                    .member(StartParameters.LOCAL_API)
                    .invalid("mounts " + MOUNTED + ", where the container has a volume already");
        }
        ObjectNode mount =
                body.withObject("/HostConfig").withArrayProperty("Mounts").addObject();
        mount.put("Type", "bind").put("Source", api.socketFolder().toString());
        mount.put("Target", MOUNTED).put("ReadOnly", true);
    }

    /** The release's own, but for those that the unit sets. */
    private ArrayNode environment(DocumentValue parameters, ObjectNode body, String name) throws Failure {
        Map<String, String> unit = new TreeMap<>(Map.of("AUTOPI_UNIT_ID", unitId, "OUTRIDER_UNIT_ID", unitId));
        JsonNode local = body.remove(StartParameters.LOCAL_API);
        if (local != null && local.asBoolean()) {
            if (api == null || api.address() == null) {
                String sentence = "needs a local API that is switched on: enabled in [local]";
                throw parameters.member(StartParameters.LOCAL_API).invalid(sentence);
            }
            boolean isLoopback =
                    body.path("HostConfig").path("NetworkMode").asText().equals("host");
            unit.put("OUTRIDER_API", isLoopback ? api.address() : "unix://" + MOUNTED + "/api.sock");
            if (!isLoopback) {
                mountSocket(parameters, body);
            }
            unit.put("OUTRIDER_TOKEN", api.token(name));
        }
        List<String> all = new ArrayList<>();
        body.path("Env").forEach(each -> all.add(each.asText()));
        all.removeIf(each -> unit.containsKey(each.substring(0, each.indexOf('='))));
        all.addAll(ParameterForms.joined(unit, '='));
        return ParameterForms.array(all);
    }
}
