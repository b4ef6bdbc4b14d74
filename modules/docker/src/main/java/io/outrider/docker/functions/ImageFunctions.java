package io.outrider.docker.functions;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.NoArguments;
import io.outrider.api.Outcome;
import io.outrider.docker.engine.Credentials;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.SecretMask;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Registry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Implementation of the functions on images and registries. */
final class ImageFunctions {
    record PullArguments(
            @JsonProperty(required = true)
            @JsonPropertyDescription("image with its registry, such as registry.example.com/team/app:1.2")
            String image,

            @JsonPropertyDescription("tag or digest, if the image has none") @JsonProperty(defaultValue = "latest")
            String tag) {
        PullArguments {
            ContainerFunctions.checkText("image", image);
            ContainerFunctions.checkText("tag", tag);
        }

        ImageName parsed() throws Failure {
            try {
                return ImageName.parse(tag == null ? image : image + (tag.startsWith("sha256:") ? "@" : ":") + tag);
            } catch (Failure e) {
                throw Failure.argument("image", e.getMessage(), e);
            }
        }
    }

    record PruneArguments(
            @JsonPropertyDescription("images with a tag too")
            boolean all,

            @JsonPropertyDescription("shows what it would remove, and removes nothing")
            boolean test) {}

    record LoginArguments(
            @JsonPropertyDescription("name or url of one registry") @JsonProperty(defaultValue = "all")
            String name) {}

    record RemovedImage(String image, long bytes) {}

    private final Engine engine;
    private final Supplier<List<Registry>> registries;
    private final Predicate<String> needed;

    ImageFunctions(Engine engine, Supplier<List<Registry>> registries, Predicate<String> needed) {
        this.engine = engine;
        this.registries = registries;
        this.needed = needed;
    }

    /** By id, as Salt's. */
    Object list(NoArguments none) throws Failure, InterruptedException {
        List<EngineContainer> containers = engine.containers();
        Map<String, Object> all = new LinkedHashMap<>();
        for (EngineImage each : engine.images()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("RepoTags", each.tags());
            row.put("RepoDigests", each.digests());
            row.put("Size", each.bytes());
            row.put("Os", each.os());
            row.put("Architecture", each.architecture() + each.variant());
            row.put(
                    "Containers",
                    containers.stream()
                            .filter(container -> container.imageId().equals(each.id()))
                            .map(EngineContainer::name)
                            .sorted()
                            .toList());
            all.put(each.id(), row);
        }
        return all;
    }

    Object pull(PullArguments arguments, Call call) throws Failure, InterruptedException {
        ImageName image = arguments.parsed();
        String reference = image.reference();
        Credentials credentials = registries.get().stream()
                .filter(each -> each.host().equals(image.host()) && each.username() != null)
                .map(Registry::credentials)
                .findFirst()
                .orElse(null);
        String before = engine.image(reference).map(EngineImage::id).orElse("");
        engine.pull(reference, credentials, (done, total) -> call.progress(done, total, "bytes", "pull " + reference));
        EngineImage pulled = engine.image(reference)
                .orElseThrow(() -> new Failure(
                        DockerErrors.NO_SUCH_IMAGE, reference + " was pulled and removed meanwhile; pull it again"));
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("Image", reference);
        result.put("Id", pulled.id());
        result.put("Size", pulled.bytes());
        result.put("Status", pulled.id().equals(before) ? "Image is up to date" : "Downloaded newer image");
        return result;
    }

    /** Forces nothing: the engine refuses to remove an image that a container uses by then, or that others build on. */
    Object prune(PruneArguments arguments, Call call) throws Failure, InterruptedException {
        Set<String> used =
                engine.containers().stream().map(EngineContainer::imageId).collect(Collectors.toSet());
        List<EngineImage> unused = engine.images().stream()
                .filter(each -> !used.contains(each.id()))
                .filter(each -> arguments.all() || each.tags().isEmpty())
                .filter(each -> !needed.test(each.id()))
                .filter(each -> each.tags().stream().noneMatch(needed)
                        && each.digests().stream().noneMatch(needed))
                .toList();
        List<RemovedImage> removed = new ArrayList<>();
        Map<String, String> errors = new LinkedHashMap<>();
        long freed = 0;
        for (EngineImage each : unused) {
            String name = each.tags().isEmpty() ? each.id() : String.join(" ", each.tags());
            call.progress(removed.size(), unused.size(), "images", "remove " + name);
            try {
                if (!arguments.test()) {
                    removeImage(each);
                }
                removed.add(new RemovedImage(name, each.bytes()));
                freed += each.bytes();
            } catch (Failure e) {
                if (e.is(DockerErrors.ENGINE_ABSENT)) {
                    throw e;
                }
                errors.put(name, e.getMessage());
            }
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put(arguments.test() ? "would_remove" : "removed", removed);
        result.put("bytes", freed);
        if (!errors.isEmpty()) {
            result.put("errors", errors);
        }
        return result;
    }

    /** The engine refuses an id while two repositories have the image. */
    private void removeImage(EngineImage image) throws Failure, InterruptedException {
        for (String tag : image.tags()) {
            engine.removeImage(tag);
        }
        engine.removeImage(image.id());
    }

    /** In AutoPi's form: a registry without a user name is an entry of the errors. */
    Object logIn(LoginArguments arguments) throws Failure, InterruptedException {
        String name = arguments.name();
        List<Registry> chosen = registries.get().stream()
                .filter(each -> name == null
                        || List.of(each.name(), each.url(), each.host()).contains(name))
                .toList();
        if (chosen.isEmpty() && name != null) {
            String names =
                    registries.get().stream().map(Registry::name).sorted().collect(Collectors.joining(", "));
            throw Failure.argument(
                    "name",
                    "is no registry of the fleet service; it has " + (names.isEmpty() ? "none for this unit" : names));
        }
        Map<String, Boolean> results = new LinkedHashMap<>();
        List<String> errors = new ArrayList<>();
        for (Registry each : chosen) {
            Credentials credentials = each.credentials();
            if (credentials == null) {
                errors.add(each.name() + " has no user name: it is read without");
                continue;
            }
            String url = SecretMask.masked(each.url());
            try {
                engine.logIn(credentials);
                results.put(url, true);
            } catch (Failure e) {
                if (e.is(DockerErrors.ENGINE_ABSENT)) {
                    throw e;
                }
                results.put(url, false);
                errors.add(each.name() + ": " + e.getMessage());
            }
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("Results", results);
        result.put("Errors", errors);
        return results.containsValue(false) ? new Outcome(result, 2) : result;
    }
}
