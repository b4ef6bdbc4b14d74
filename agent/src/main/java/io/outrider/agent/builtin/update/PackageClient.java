package io.outrider.agent.builtin.update;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.settings.SecretFile;
import io.outrider.agent.telemetry.upload.CaBundle;
import io.outrider.api.Failure;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.HttpsURLConnection;

/**
 * HTTP client of the server of packages, with the authorities and the token of {@code [update]}. One request at a time;
 * {@link #close} on any thread ends it, one that nothing comes of after the timeout.
 */
final class PackageClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int MOST_REDIRECTS = 5;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final UpdateSettings settings;
    private final CaBundle authorities; // null for Java's own
    private volatile HttpURLConnection open;
    private volatile boolean closed;

    PackageClient(UpdateSettings settings) {
        this.settings = settings;
        authorities = settings.ca() == null ? null : new CaBundle(Path.of(settings.ca()));
    }

    /** Connection that has answered, which the caller disconnects. Redirects are followed, but not from https to http. */
    HttpURLConnection get(URI url, long offset) throws IOException, Failure {
        URI now = url;
        for (int redirects = 0; ; redirects++) {
            HttpURLConnection from = request(now, offset);
            boolean isAnswer = false;
            try {
                isAnswer = !REDIRECTS.contains(from.getResponseCode());
                if (isAnswer) {
                    return from;
                }
                if (redirects == MOST_REDIRECTS) {
                    throw refused("the server redirects more than " + MOST_REDIRECTS + " times");
                }
                now = target(now, from.getHeaderField("Location"));
            } finally {
                if (!isAnswer) {
                    from.disconnect();
                }
            }
        }
    }

    private HttpURLConnection request(URI url, long offset) throws IOException, Failure {
        HttpURLConnection to = (HttpURLConnection) url.toURL().openConnection();
        open = to;
        boolean isSecure = to instanceof HttpsURLConnection;
        if (authorities != null && isSecure) {
            ((HttpsURLConnection) to).setSSLSocketFactory(authorities.factory());
        }
        to.setConnectTimeout(TIMEOUT_MILLIS);
        to.setReadTimeout(TIMEOUT_MILLIS);
        to.setUseCaches(false);
        to.setInstanceFollowRedirects(false);
        to.setRequestProperty("User-Agent", "outrider");
        to.setRequestProperty("Accept-Encoding", "identity");
        if (offset > 0) {
            to.setRequestProperty("Range", "bytes=" + offset + "-");
        }
        if (settings.tokenFile() != null && isSecure && url.getHost().equalsIgnoreCase(settings.tokenHost())) {
            to.setRequestProperty("Authorization", "Bearer " + SecretFile.read(Path.of(settings.tokenFile())));
        }
        if (closed) {
            throw new IOException("closed");
        }
        return to;
    }

    private static URI target(URI from, String location) throws Failure {
        URI to;
        try {
            to = from.resolve(Objects.requireNonNullElse(location, ""));
        } catch (IllegalArgumentException e) {
            throw refused("the server redirects to what is no address");
        }
        boolean isHttp = "http".equals(to.getScheme());
        if (!isHttp && !"https".equals(to.getScheme()) || to.getHost() == null) {
            throw refused("the server redirects to what is no address of http or https");
        }
        if (isHttp && from.getScheme().equals("https")) {
            throw refused("the server redirects from https to http, which is not followed");
        }
        return to;
    }

    private static Failure refused(String sentence) {
        return new Failure(Failure.Actor.CALLER, AgentErrors.UPDATE_FETCH, sentence + ": correct url, or the server");
    }

    @Override
    public void close() {
        closed = true;
        HttpURLConnection now = open;
        if (now != null) {
            now.disconnect();
        }
    }
}
