package io.outrider.docker.registry;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.registry.RegistryHttp.Answer;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Registry;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Client of one registry by the distribution API, version 2. One thread. */
final class RegistryClient implements AutoCloseable {
    private static final int MOST_MANIFEST = 4 << 20;
    private static final int MOST_CONFIG = 8 << 20;
    private static final int MOST_TOKEN = 64 << 10;
    private static final long SHORTEST_TOKEN = 60; // seconds, also without any
    private static final long LONGEST_TOKEN = 3_600;
    private static final String MANIFESTS = "application/vnd.oci.image.index.v1+json, "
            + "application/vnd.docker.distribution.manifest.list.v2+json, application/vnd.oci.image.manifest.v1+json, "
            + "application/vnd.docker.distribution.manifest.v2+json";
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Pattern PARAMETER = Pattern.compile("(\\w+)=\"([^\"]{0,2000})\"");

    private record Platform(String os, String architecture, String variant) {}

    private record Descriptor(String digest, long size, Platform platform) {}

    /** Manifest of an image, or list of those for several platforms. */
    private record Manifest(List<Descriptor> manifests, Descriptor config, List<Descriptor> layers) {}

    private record Rootfs(@JsonProperty("diff_ids") List<String> diffIds) {}

    private record ImageConfig(String os, String architecture, String variant, Rootfs rootfs) {}

    private record TokenAnswer(
            String token,
            @JsonProperty("access_token") String accessToken,
            @JsonProperty("expires_in") long expiresIn) {}

    private record Authorization(String header, long until) {}

    /**
     * Layer of an image in a registry.
     *
     * @param diffId digest of it uncompressed, as {@link io.outrider.docker.engine.EngineImage#layers} has it
     * @param bytes compressed
     */
    record Layer(String digest, String diffId, long bytes) {}

    private final Registry registry;
    private final RegistryHttp http;
    private final Ticker ticker;
    private final Map<String, Authorization> authorizations = new HashMap<>(); // by repository
    private String scheme;

    /** @param secure also on the machine itself, where http is usual */
    RegistryClient(Registry registry, RegistryHttp http, boolean secure, Ticker ticker) {
        this.registry = registry;
        this.http = http;
        this.ticker = ticker;
        boolean isLocal = RegistryHttp.isLoopback(registry.host().replaceFirst(":\\d+$", ""));
        scheme = isLocal && !secure ? "http" : "https";
    }

    /** Digest of a tag; of the list if there are several platforms, as engines note it. */
    String digest(ImageName image) throws Failure {
        String path = "manifests/" + image.tag();
        String claimed = ask("HEAD", image, path, 0, Manifest.class).digest();
        boolean isDigest = claimed != null && DIGEST.matcher(claimed).matches();
        return isDigest
                ? claimed
                : ask("GET", image, path, MOST_MANIFEST, Manifest.class).bodyDigest();
    }

    /**
     * Layers of an image, lowest first.
     *
     * @param digest of the image, or of the list that has it
     */
    List<Layer> layers(ImageName image, String digest, Platforms platforms) throws Failure {
        Manifest manifest = get(image, "manifests/", digest, MOST_MANIFEST, Manifest.class);
        if (manifest.manifests() != null) {
            List<Descriptor> each = manifest.manifests().stream()
                    .filter(it -> it != null
                            && it.platform() != null
                            && !"unknown".equals(it.platform().os()))
                    .toList(); // unknown: attestations
            Descriptor best = each.stream()
                    .filter(it -> rank(platforms, it.platform()) >= 0)
                    .min(Comparator.comparing(it -> rank(platforms, it.platform())))
                    .orElseThrow(() -> otherPlatform(
                            image,
                            platforms,
                            each.stream().map(Descriptor::platform).toList()));
            manifest = get(image, "manifests/", best.digest(), MOST_MANIFEST, Manifest.class);
        }
        List<Descriptor> layers = manifest.layers();
        if (manifest.config() == null
                || layers == null
                || layers.stream().anyMatch(it -> it == null || it.digest() == null || it.size() < 0)) {
            throw nonsense(image);
        }
        ImageConfig config = get(image, "blobs/", manifest.config().digest(), MOST_CONFIG, ImageConfig.class);
        List<String> diffIds = config.rootfs() == null ? null : config.rootfs().diffIds();
        if (diffIds == null || diffIds.size() != layers.size()) {
            throw nonsense(image);
        }
        Platform its = new Platform(config.os(), config.architecture(), config.variant());
        if (rank(platforms, its) < 0) {
            throw otherPlatform(image, platforms, List.of(its));
        }
        return IntStream.range(0, layers.size())
                .mapToObj(i -> new Layer(
                        layers.get(i).digest(), diffIds.get(i), layers.get(i).size()))
                .toList();
    }

    private static int rank(Platforms platforms, Platform its) {
        return platforms.rank(its.os(), its.architecture(), its.variant());
    }

    private static Failure otherPlatform(ImageName image, Platforms platforms, List<Platform> there) {
        String names = there.stream()
                .map(it -> Excerpt.ofWord(Platforms.name(it.os(), it.architecture(), it.variant())))
                .distinct()
                .limit(20)
                .collect(Collectors.joining(", "));
        return new Failure(
                DockerErrors.IMAGE_PLATFORM,
                image + " is there for " + (names.isEmpty() ? "no platform" : names) + ", and not for " + platforms
                        + ", which this unit has: push it for that");
    }

    private Failure nonsense(ImageName image) {
        return new Failure(
                DockerErrors.REGISTRY_BUSY,
                "the registry " + registry.host() + " answers for " + image
                        + " with what is no image; it is asked again");
    }

    /** Document by its digest, which it is checked against. */
    private <T> T get(ImageName image, String kind, String digest, int most, Class<T> type) throws Failure {
        if (digest == null || !DIGEST.matcher(digest).matches()) {
            throw nonsense(image);
        }
        Answer<T> answer = ask("GET", image, kind + digest, most, type);
        if (answer.body() == null || !digest.equals(answer.bodyDigest())) {
            throw nonsense(image);
        }
        return answer.body();
    }

    private <T> Answer<T> ask(String method, ImageName image, String path, int most, Class<T> type) throws Failure {
        String scope = image.repository();
        String host = registry.host().equals(ImageName.HUB) ? "registry-1.docker.io" : registry.host();
        boolean mayLogIn = true;
        while (true) {
            Authorization known = authorizations.get(scope);
            String header = known == null || ticker.nanos() - known.until() > 0 ? null : known.header();
            String url = scheme + "://" + host + "/v2/" + scope + "/" + path;
            Answer<T> answer = http.send(method, url, header, MANIFESTS, most, type);
            if (answer.status() == 200) {
                return answer;
            }
            if (answer.status() == 400 && scheme.equals("http")) {
                scheme = "https"; // what servers answer to http on a port with TLS
            } else if (answer.status() == 401 && mayLogIn) {
                mayLogIn = false;
                authorizations.put(scope, authorize(scope, answer.challenges()));
            } else {
                throw refused(image.toString(), answer);
            }
        }
    }

    /** Authorization for a repository, as the registry's challenges want it. */
    private Authorization authorize(String scope, List<String> challenges) throws Failure {
        String basic = null;
        if (registry.username() != null) {
            byte[] pair = (registry.username() + ":" + registry.password()).getBytes(StandardCharsets.UTF_8);
            basic = "Basic " + Base64.getEncoder().encodeToString(pair);
        }
        Map<String, String> bearer = new HashMap<>();
        for (String each : challenges) {
            if (each.regionMatches(true, 0, "Bearer ", 0, 7)) {
                PARAMETER.matcher(each).results().forEach(it -> bearer.put(it.group(1), it.group(2)));
            }
        }
        String realm = bearer.get("realm");
        if (realm == null && basic != null) {
            return new Authorization(basic, ticker.nanos() + TimeUnit.DAYS.toNanos(1));
        }
        if (realm == null) {
            throw login("wants user name and password");
        }
        String url = realm + "?scope=" + encode("repository:" + scope + ":pull") + "&service="
                + encode(bearer.getOrDefault("service", registry.host()));
        Answer<TokenAnswer> answer = http.send("GET", url, basic, "application/json", MOST_TOKEN, TokenAnswer.class);
        if (answer.status() != 200) {
            throw refused("a token for " + scope, answer);
        }
        TokenAnswer body = answer.body();
        String token = body == null ? null : body.token() != null ? body.token() : body.accessToken();
        if (token == null || !token.matches("[!-~]{1,32768}")) {
            throw login("has a token service that gives no token");
        }
        long seconds = Math.max(SHORTEST_TOKEN, Math.min(LONGEST_TOKEN, body.expiresIn()));
        return new Authorization("Bearer " + token, ticker.nanos() + TimeUnit.SECONDS.toNanos(seconds - 5));
    }

    private Failure login(String what) {
        return new Failure(
                DockerErrors.REGISTRY_LOGIN,
                "the registry " + registry.host() + " " + what + ": correct it in the fleet service");
    }

    private Failure refused(String what, Answer<?> answer) {
        int status = answer.status();
        String host = "the registry " + registry.host();
        if (status == 401 || status == 403) {
            return registry.username() == null
                    ? login("does not give " + what + " to everybody; it wants user name and password")
                    : login("does not give " + what + " to the user name and password of the unit");
        }
        if (status == 404) {
            return new Failure(
                    DockerErrors.IMAGE_NOT_FOUND, host + " has no " + what + ": push it, or correct the release");
        }
        if (status == 429 || status >= 500) {
            String after = answer.retryAfter();
            boolean isNumber = after != null && after.matches("[0-9]{1,6}");
            return new Failure(
                    DockerErrors.REGISTRY_BUSY,
                    host + " answers " + status + (status == 429 ? " (too many requests)" : "") + " for " + what
                            + "; it is asked again" + (isNumber ? ", not before " + after + " s" : ""));
        }
        String sentence = host + " answers " + status + " for " + what + ", as no registry does: check its url";
        return new Failure(DockerErrors.REGISTRY_UNREACHABLE, sentence);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    void abortIfLate() {
        http.abortIfLate();
    }

    /** Aborts. Any thread. */
    @Override
    public void close() {
        http.close();
    }
}
