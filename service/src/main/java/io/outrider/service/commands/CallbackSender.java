package io.outrider.service.commands;

import io.outrider.service.accounts.MasterKey;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.Timeout;

/**
 * HTTP client of callbacks. It connects to addresses that have been checked for this connection, follows no redirect, reads a few
 * KB of the answer, and gives a request up after a time, whatever the server does.
 */
public final class CallbackSender implements AutoCloseable {
    private static final Timeout CONNECT = Timeout.ofSeconds(5);
    private static final int MOST_ANSWER_BYTES = 4 * 1024;
    private static final int MOST_HEADERS = 200;
    private static final int MOST_CONNECTIONS = 64;

    private final CloseableHttpClient client;
    private final Duration limit;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "callback-timer"));

    /** @param limit of a request from its begin to its end */
    public CallbackSender(CallbackAddresses addresses, Duration limit) {
        this.limit = limit;
        client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(new CheckedResolver(addresses))
                        .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                                .http1Config(Http1Config.custom()
                                        .setMaxLineLength(MOST_ANSWER_BYTES)
                                        .setMaxHeaderCount(MOST_HEADERS)
                                        .build())
                                .build())
                        .setMaxConnTotal(MOST_CONNECTIONS)
                        .setMaxConnPerRoute(MOST_CONNECTIONS)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(CONNECT)
                                .build())
                        .setDefaultSocketConfig(SocketConfig.custom()
                                .setSoTimeout(Timeout.of(limit))
                                .build())
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(CONNECT)
                        .build())
                .setConnectionReuseStrategy((request, response, context) -> false)
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .setUserAgent("outrider-service")
                .build();
    }

    /** Resolver that knows allowed addresses only, also for a host that is an address. */
    private record CheckedResolver(CallbackAddresses addresses) implements DnsResolver {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            return addresses.resolved(host);
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }

    /**
     * End of an attempt.
     *
     * @param status null without an answer
     * @param reason sentence on why it has failed; null if it has not
     */
    record Outcome(Integer status, String reason) {}

    Outcome send(String url, String body, String token) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        HttpPost request;
        try {
            request = new HttpPost(url);
        } catch (IllegalArgumentException e) {
            return new Outcome(null, "the address is no URL: " + e.getMessage());
        }
        request.setHeader("X-Request-Signature", signature(bytes, token));
        request.setEntity(new ByteArrayEntity(bytes, ContentType.APPLICATION_JSON.withCharset((String) null)));
        ScheduledFuture<?> end = timer.schedule(request::cancel, limit.toMillis(), TimeUnit.MILLISECONDS);
        AtomicInteger status = new AtomicInteger();
        try {
            client.execute(request, response -> {
                status.set(response.getCode());
                if (response.getEntity() != null) {
                    response.getEntity().getContent().readNBytes(MOST_ANSWER_BYTES);
                }
                request.cancel(); // what is left of the answer is not read
                return null;
            });
        } catch (IOException | RuntimeException e) {
            if (status.get() == 0) { // a body that is cut off is an answer all the same
                boolean late = request.isCancelled() || e instanceof InterruptedIOException;
                return new Outcome(null, late ? "there was no answer in time" : reason(e));
            }
        } finally {
            end.cancel(false);
        }
        int code = status.get();
        return new Outcome(code, code / 100 == 2 ? null : "the answer is " + code + ", and not 2xx");
    }

    private static String reason(Exception e) {
        if (e instanceof UnknownHostException) {
            return e.getMessage();
        }
        if (e instanceof SSLException) {
            return "TLS failed; the certificate has to be valid and of a known authority";
        }
        return e instanceof SocketException
                        || e instanceof ConnectionClosedException
                        || e instanceof NoHttpResponseException
                ? "the connection was refused, or ended without an answer in HTTP"
                : "the answer is no HTTP, or its head is too long";
    }

    /** HMAC-SHA-256 of the body in hexadecimal digits (specification, 6.2). */
    static String signature(byte[] body, String token) {
        return HexFormat.of().formatHex(MasterKey.hmac(token.getBytes(StandardCharsets.UTF_8), body));
    }

    @Override
    public void close() {
        timer.shutdownNow();
        client.close(org.apache.hc.core5.io.CloseMode.IMMEDIATE);
    }
}
