package io.outrider.docker.registry;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.ErrorCode;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.registry.Platforms.Platform;
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
import java.util.stream.Stream;

/** Client of one registry by the distribution API, version 2. One thread. */
final class RegistryClient {
    private static final String EVERYWHERE = "";
    private static final String CORRECT = ": correct them in the fleet service";
    private static final int MOST_MANIFEST = 4 << 20;
    private static final int MOST_CONFIG = 8 << 20;
    private static final int MOST_TOKEN = 64 << 10;
    private static final long MOST_LAYER = 1L << 40;
    private static final long SHORTEST_TOKEN = 60; // seconds, also without any
    private static final long LONGEST_TOKEN = 3_600;
    private static final String MANIFESTS = "application/vnd.oci.image.index.v1+json, "
            + "application/vnd.docker.distribution.manifest.list.v2+json, application/vnd.oci.image.manifest.v1+json, "
            + "application/vnd.docker.distribution.manifest.v2+json";
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Pattern PARAMETER = Pattern.compile("(\\w+)=\"([^\"]{0,2000})\"");

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
    private final Map<String, Authorization> authorizations = new HashMap<>(); // by repository or for all
    private String scheme;
    private int retryAfter;

    /** @param secure also on the machine itself, where http is usual */
    RegistryClient(Registry registry, RegistryHttp http, boolean secure, Ticker ticker) {
        this.registry = registry;
        this.http = http;
        this.ticker = ticker;
        boolean isLocal = RegistryHttp.isLoopback(registry.host().replaceFirst(":\\d+$", ""));
        scheme = isLocal && !secure ? "http" : "https";
    }

    /** Seconds for which the registry wants not to be asked; 0 for none. */
    int retryAfter() {
        return retryAfter;
    }

    /** Digest of a tag; of the list if there are several platforms, as engines note it. */
    String digest(ImageName image) throws Failure {
        String path = "manifests/" + image.tag();
        String claimed = ask("HEAD", image, path, 0, Manifest.class).header("docker-content-digest");
        boolean isDigest = claimed != null && DIGEST.matcher(claimed).matches();
        return isDigest
                ? claimed
                : ask("GET", image, path, MOST_MANIFEST, Manifest.class).digest();
    }

    /**
     * Layers of an image, lowest first.
     *
     * @param digest of the image, or of the list that has it
     */
    List<Layer> layers(ImageName image, String digest, Platforms platforms) throws Failure {
        Manifest manifest = get(image, "manifests/", digest, MOST_MANIFEST, Manifest.class);
        if (manifest.manifests() != null) {
            List<Descriptor> entries = manifest.manifests().stream()
                    .filter(each -> each != null
                            && each.platform() != null
                            && !"unknown".equals(each.platform().os())) // an attestation
                    .toList();
            Descriptor best = entries.stream()
                    .filter(each -> platforms.rank(each.platform()) >= 0)
                    .min(Comparator.comparing(each -> platforms.rank(each.platform())))
                    .orElseThrow(() ->
                            otherPlatform(image, platforms, entries.stream().map(Descriptor::platform)));
            manifest = get(image, "manifests/", best.digest(), MOST_MANIFEST, Manifest.class);
        }
        List<Descriptor> layers = manifest.layers();
        if (manifest.config() == null
                || layers == null
                || layers.stream()
                        .anyMatch(it -> it == null || it.digest() == null || it.size() < 0 || it.size() > MOST_LAYER)) {
            throw nonsense(image);
        }
        ImageConfig config = get(image, "blobs/", manifest.config().digest(), MOST_CONFIG, ImageConfig.class);
        List<String> diffIds = config.rootfs() == null ? null : config.rootfs().diffIds();
        if (diffIds == null || diffIds.size() != layers.size()) {
            throw nonsense(image);
        }
        Platform its = new Platform(config.os(), config.architecture(), config.variant());
        if (platforms.rank(its) < 0) {
            throw otherPlatform(image, platforms, Stream.of(its));
        }
        return IntStream.range(0, layers.size())
                .mapToObj(i -> new Layer(
                        layers.get(i).digest(), diffIds.get(i), layers.get(i).size()))
                .toList();
    }

    private static Failure otherPlatform(ImageName image, Platforms platforms, Stream<Platform> there) {
        String names = there.map(each -> Excerpt.ofWord(each.toString()))
                .distinct()
                .limit(20)
                .collect(Collectors.joining(", "));
        return new Failure(
                DockerErrors.IMAGE_PLATFORM,
                image + " is there for " + (names.isEmpty() ? "no platform" : names) + ", and not for " + platforms
                        + " of this unit: push it for that");
    }

    private Failure nonsense(ImageName image) {
        return failure(
                DockerErrors.REGISTRY_BUSY, "answers for " + image + " with what is no image; it is asked again");
    }

    /** Document by its digest, which it is checked against. */
    private <T> T get(ImageName image, String kind, String digest, int most, Class<T> type) throws Failure {
        if (digest == null || !DIGEST.matcher(digest).matches()) {
            throw nonsense(image);
        }
        Answer<T> answer = ask("GET", image, kind + digest, most, type);
        if (answer.body() == null || !digest.equals(answer.digest())) {
            throw nonsense(image);
        }
        return answer.body();
    }

    private <T> Answer<T> ask(String method, ImageName image, String path, int most, Class<T> type) throws Failure {
        String scope = image.repository();
        String host = registry.host().equals(ImageName.HUB) ? "registry-1.docker.io" : registry.host();
        boolean mayLogIn = true;
        while (true) {
            Authorization known = authorizations.getOrDefault(scope, authorizations.get(EVERYWHERE));
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
                authorize(scope, answer.headers().getOrDefault("www-authenticate", List.of()));
            } else {
                throw refused(image.toString(), answer.status(), answer.header("retry-after"));
            }
        }
    }

    /** Gets the authorization for a repository that the registry's challenges want. */
    private void authorize(String scope, List<String> challenges) throws Failure {
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
            authorizations.put(EVERYWHERE, new Authorization(basic, ticker.nanos() + TimeUnit.DAYS.toNanos(1)));
            return;
        }
        if (realm == null) {
            throw failure(DockerErrors.REGISTRY_LOGIN, "wants user name and password" + CORRECT);
        }
        String url = realm + "?scope=" + encode("repository:" + scope + ":pull") + "&service="
                + encode(bearer.getOrDefault("service", registry.host()));
        Answer<TokenAnswer> answer = http.send("GET", url, basic, "application/json", MOST_TOKEN, TokenAnswer.class);
        if (answer.status() != 200) {
            throw refused("a token for " + scope, answer.status(), answer.header("retry-after"));
        }
        TokenAnswer body = answer.body();
        String token = body == null ? null : body.token() != null ? body.token() : body.accessToken();
        if (token == null || !token.matches("[!-~]{1,32768}")) {
            throw failure(DockerErrors.REGISTRY_LOGIN, "has a token service that gives no token" + CORRECT);
        }
        long seconds = Math.max(SHORTEST_TOKEN, Math.min(LONGEST_TOKEN, body.expiresIn()));
        long until = ticker.nanos() + TimeUnit.SECONDS.toNanos(seconds - 5);
        authorizations.put(scope, new Authorization("Bearer " + token, until));
    }

    private Failure refused(String what, int status, String wait) {
        if (status == 401 || status == 403) {
            String whom = registry.username() == null ? "everybody" : "the unit's user name and password";
            return failure(DockerErrors.REGISTRY_LOGIN, "does not give " + what + " to " + whom + CORRECT);
        }
        if (status == 404) {
            return failure(DockerErrors.IMAGE_NOT_FOUND, "has no " + what + ": push it, or correct the release");
        }
        boolean isBusy = status == 429 || status >= 500;
        retryAfter = isBusy && wait != null && wait.matches("[0-9]{1,6}") ? Integer.parseInt(wait) : 0;
        return failure(
                isBusy ? DockerErrors.REGISTRY_BUSY : DockerErrors.REGISTRY_UNREACHABLE,
                "answers " + status + (status == 429 ? " (too many requests)" : "") + " for " + what
                        + (isBusy ? "; it is asked again" : ", as no registry does: check its url")
                        + (retryAfter > 0 ? ", not before " + retryAfter + " s" : ""));
    }

    private Failure failure(ErrorCode code, String sentence) {
        return new Failure(code, "the registry " + registry.host() + " " + sentence);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
