package io.outrider.docker.registry;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.Ticker;
import io.outrider.docker.errors.DockerErrors;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.DigestInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;

/**
 * HTTP client of one registry, its token service and its blob stores. One thread asks; any other may abort, which is how a
 * request ends in time: Java's own limits begin again with each byte.
 */
final class RegistryHttp implements AutoCloseable {
    private static final int MOST_REDIRECTS = 5;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MOST_ERROR_BYTES = 64 << 10;

    /** Limits with which no document fills the memory: what is not a member of a record is skipped. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(32)
                            .maxStringLength(64 << 10)
                            .maxTokenCount(100_000)
                            .build())
                    .build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)
            .build();

    /**
     * Answer of a server.
     *
     * @param headers by names in any case
     * @param digest {@code sha256:…} of what was read of the body
     * @param body null but for the success of a GET
     */
    record Answer<T>(int status, Map<String, List<String>> headers, String digest, T body) {
        /** Null if it is absent. */
        String header(String name) {
            return headers.containsKey(name) ? headers.get(name).get(0) : null;
        }
    }

    private final String registry;
    private final RegistrySockets sockets;
    private final Duration limit;
    private final Ticker ticker;
    private volatile HttpURLConnection unanswered;
    private volatile boolean busy;
    private volatile boolean closed;
    private volatile long deadline;

    /** @param limit of one request with its redirects, and of the wait for any byte of it */
    RegistryHttp(String registry, RegistrySockets sockets, Duration limit, Ticker ticker) {
        this.registry = registry;
        this.sockets = sockets;
        this.limit = limit;
        this.ticker = ticker;
    }

    /**
     * Sends a request and follows its redirects, to other hosts without the authorization.
     *
     * @param authorization null without
     * @param most bytes of the body
     */
    <T> Answer<T> send(String method, String url, String authorization, String accept, int most, Class<T> type)
            throws Failure {
        deadline = ticker.nanos() + limit.toNanos();
        busy = true;
        URI at = URI.create("");
        try {
            URI to = at = address(at, url);
            for (int i = 0; i <= MOST_REDIRECTS; i++) {
                boolean isSame = to.getAuthority().equals(at.getAuthority());
                Answer<T> answer = exchange(method, at, isSame ? authorization : null, accept, most, type);
                if (!REDIRECTS.contains(answer.status()) || answer.header("location") == null) {
                    return answer;
                }
                at = address(at, answer.header("location"));
            }
            throw new IOException("it redirects again and again");
        } catch (IOException | GeneralSecurityException | RuntimeException | StackOverflowError e) {
            abort(); // StackOverflowError: Java's client calls itself for each answer of 100
            Throwable cause = e instanceof JacksonException && e.getCause() instanceof IOException io ? io : e;
            boolean isNonsense = cause instanceof JacksonException;
            String what = isNonsense ? "answers with no document of a registry" : "cannot be asked: " + reason(cause);
            throw new Failure(
                    isNonsense ? DockerErrors.REGISTRY_BUSY : DockerErrors.REGISTRY_UNREACHABLE,
                    "the registry " + name(at) + " " + what + "; it is asked again",
                    e);
        } finally {
            busy = false;
            unanswered = null;
        }
    }

    private <T> Answer<T> exchange(String method, URI to, String authorization, String accept, int most, Class<T> type)
            throws IOException, GeneralSecurityException {
        checkTime();
        HttpURLConnection connection = (HttpURLConnection) to.toURL().openConnection();
        if (connection instanceof HttpsURLConnection secure) {
            secure.setSSLSocketFactory(sockets);
        }
        connection.setConnectTimeout((int) limit.toMillis());
        connection.setReadTimeout((int) limit.toMillis());
        connection.setInstanceFollowRedirects(false);
        connection.setRequestMethod(method);
        connection.setRequestProperty("User-Agent", "outrider");
        connection.setRequestProperty("Accept", accept);
        if (authorization != null) {
            connection.setRequestProperty("Authorization", authorization);
        }
        unanswered = connection;
        int status = connection.getResponseCode();
        unanswered = null;
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        connection.getHeaderFields().forEach((name, values) -> headers.put("" + name, values));
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        InputStream raw = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
        boolean isDocument = status == 200 && method.equals("GET");
        long length = method.equals("HEAD") ? 0 : connection.getContentLengthLong();
        try (InputStream in = new DigestInputStream(
                new Body(
                        raw == null ? InputStream.nullInputStream() : raw,
                        length,
                        isDocument ? most : MOST_ERROR_BYTES),
                sha)) {
            T body = isDocument ? JSON.readValue(in, type) : null;
            in.transferTo(OutputStream.nullOutputStream()); // the connection can be used again
            return new Answer<>(status, headers, "sha256:" + HexFormat.of().formatHex(sha.digest()), body);
        }
    }

    /** Only to TLS, or from a registry on the machine itself to another server there. */
    private URI address(URI from, String location) throws IOException {
        URI to = from.resolve(location);
        boolean isLocal = isLoopback(to.getHost()) && isLoopback(registry.replaceFirst(":\\d+$", ""));
        if (to.getHost() == null || !("https".equals(to.getScheme()) || "http".equals(to.getScheme()) && isLocal)) {
            throw new IOException("it leads to what is no address with https");
        }
        return to;
    }

    static boolean isLoopback(String host) {
        return host != null && host.matches("localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1]");
    }

    private boolean isLate() {
        return ticker.nanos() - deadline > 0;
    }

    private void checkTime() throws IOException {
        if (isLate() || closed) {
            throw new IOException("it takes too long");
        }
    }

    /** Ends the request in progress if its time is over. Any thread. */
    void abortIfLate() {
        if (busy && isLate()) {
            abort();
        }
    }

    private void abort() {
        sockets.abort();
        HttpURLConnection connection = unanswered;
        if (connection != null) {
            connection.disconnect();
        }
    }

    /** Aborts. Any thread. */
    @Override
    public void close() {
        closed = true;
        abort();
    }

    private String name(URI at) {
        return at.getAuthority() == null || registry.equals(at.getAuthority())
                ? registry
                : registry + " (" + at.getAuthority() + ")";
    }

    private String reason(Throwable e) {
        if (isLate() || e instanceof SocketTimeoutException) {
            return "it does not answer within " + limit.toSeconds() + " s";
        }
        if (e instanceof UnknownHostException) {
            return "the network does not know its name";
        }
        if (Stream.iterate(e, Objects::nonNull, Throwable::getCause).anyMatch(CertificateException.class::isInstance)) {
            return "its certificate is for another name, not valid now, or not signed by whom the unit trusts: check the "
                    + "url, the unit's clock, and certs.d of Docker";
        }
        return e instanceof IOException io ? IoReason.of(io) : "it leads nowhere, or does not speak HTTP";
    }

    /** Body of an answer with a limit of bytes and of time. */
    private final class Body extends FilterInputStream {
        private final long length;
        private final int most;
        private long count;

        /** @param length -1 if unknown; Java's client does not check it if the server closes the connection */
        Body(InputStream in, long length, int most) {
            super(in);
            this.length = length;
            this.most = most;
        }

        @Override
        public int read(byte[] to, int from, int size) throws IOException {
            checkTime();
            int read = super.read(to, from, size);
            count += Math.max(0, read);
            if (count > most || read < 0 && count < length) {
                throw new IOException(read < 0 ? "its answer ends in the middle" : "its answer is too long");
            }
            return read;
        }
    }
}
