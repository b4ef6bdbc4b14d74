package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.settings.SecretFile;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.wire.Batch;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.HttpsURLConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTPS sink: posts rows to a server in AutoPi's format. Uses HttpURLConnection, which needs no threads, whereas
 * java.net.http takes megabytes.
 */
public final class HttpsSink implements BatchSink {
    private static final Logger LOG = LoggerFactory.getLogger(HttpsSink.class);
    private static final long LONGEST_DELAY_SECONDS = 3_600;
    private static final long MOST_OF_BODY = 64 << 10; // bytes of an answer that are read
    private static final Duration LONGEST_BODY = Duration.ofSeconds(2);
    private static final long POLL_MILLIS = 10;

    private static final Duration LONGEST_REQUEST =
            Duration.ofMinutes(10); // Java's read timeout restarts with each byte

    private final String unit;
    private final UploadSettings settings;
    private final Duration longestRequest;
    private final CaBundle authorities; // null for Java's own
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, HttpsSink::thread);
    private volatile HttpURLConnection open;
    private volatile boolean closed;
    private long sent; // bytes of the request that may have left; upload thread only

    public HttpsSink(String unit, UploadSettings settings) {
        this(unit, settings, LONGEST_REQUEST);
    }

    HttpsSink(String unit, UploadSettings settings, Duration longestRequest) {
        this.unit = unit;
        this.settings = settings;
        this.longestRequest = longestRequest;
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(1, TimeUnit.MINUTES);
        timer.allowCoreThreadTimeOut(true);
        authorities = settings.ca() == null ? null : new CaBundle(Path.of(settings.ca()));
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "upload-deadline");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public String name() {
        return "https";
    }

    @Override
    public boolean ready() {
        return !closed;
    }

    @Override
    public int window() {
        return 1;
    }

    @Override
    public void send(Batch batch, Callback callback) {
        byte[] body;
        try {
            body = RowEncoder.gzip(batch);
        } catch (IOException e) {
            callback.completed(new SinkResult.Refused("it cannot be written as JSON"), 0);
            return;
        }
        SinkResult result;
        sent = 0;
        AtomicBoolean isLate = new AtomicBoolean();
        try {
            result = post(body, isLate);
        } catch (Failure e) {
            result = new SinkResult.Unauthorised(e.getMessage());
        } catch (IOException | RuntimeException e) { // a closed client throws various exceptions
            result = new SinkResult.Retry(
                    isLate.get()
                            ? "the server's answer was not whole after " + longestRequest.toSeconds() + " s"
                            : HttpFailure.reason(e, "[upload] url", "[upload] ca"),
                    null);
        } catch (StackOverflowError e) { // Java's client calls itself for each answer of 100
            result = new SinkResult.Retry("the server goes on to answer 100 (Continue) and nothing else", null);
        }
        callback.completed(result, sent);
    }

    private SinkResult post(byte[] body, AtomicBoolean isLate) throws IOException, Failure {
        HttpURLConnection to =
                (HttpURLConnection) URI.create(settings.url()).toURL().openConnection();
        open = to;
        Future<?> end = timer.schedule(
                () -> {
                    isLate.set(true);
                    to.disconnect();
                },
                longestRequest.toMillis(),
                TimeUnit.MILLISECONDS);
        try {
            if (authorities != null && to instanceof HttpsURLConnection secure) {
                secure.setSSLSocketFactory(authorities.factory());
            }
            to.setConnectTimeout(settings.connectTimeout() * 1_000);
            to.setReadTimeout(settings.timeout() * 1_000);
            to.setInstanceFollowRedirects(false);
            to.setUseCaches(false);
            to.setRequestMethod("POST");
            to.setDoOutput(true);
            to.setFixedLengthStreamingMode(body.length); // else the client resends it on a lost connection
            to.setRequestProperty("Content-Type", "application/json");
            to.setRequestProperty("Content-Encoding", "gzip");
            to.setRequestProperty("User-Agent", "outrider");
            to.setRequestProperty("unit-id", unit);
            if (settings.tokenFile() != null) {
                String token = SecretFile.read(Path.of(settings.tokenFile()));
                to.setRequestProperty("Authorization", settings.scheme() + " " + token);
            }
            if (closed) {
                throw new IOException("closed");
            }
            try (OutputStream stream = to.getOutputStream()) { // connects
                sent = body.length;
                stream.write(body);
            }
            int code = to.getResponseCode();
            SinkResult result = result(code, to); // valid even if the body cannot be read
            drain(to);
            return result;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            to.disconnect();
            throw e;
        } finally {
            end.cancel(false);
            open = null;
        }
    }

    private static SinkResult result(int code, HttpURLConnection from) throws IOException {
        String why = "the server answered " + code;
        if (code >= 200 && code < 300) {
            return new SinkResult.Delivered();
        }
        if (code == 401 || code == 403) {
            return new SinkResult.Unauthorised(why);
        }
        if (code == 413) {
            return new SinkResult.TooLarge(why);
        }
        if (code == 408 || code == 429 || code >= 500 || code < 400) { // a redirect means a wrong url, not a bad record
            return new SinkResult.Retry(why, delay(from.getHeaderField("Retry-After")));
        }
        return new SinkResult.Refused(why);
    }

    /** Delay-seconds form only; the date form needs two correct clocks. */
    static Duration delay(String header) {
        if (header == null || !header.strip().matches("[0-9]{1,9}")) {
            return null;
        }
        return Duration.ofSeconds(Math.min(LONGEST_DELAY_SECONDS, Long.parseLong(header.strip())));
    }

    /** Reads the rest of the body so that the connection can be reused; a long, broken or slow one closes it. */
    private static void drain(HttpURLConnection from) {
        boolean isWhole = false;
        try {
            InputStream stream = from.getErrorStream();
            if (stream == null && from.getResponseCode() < 400) {
                stream = from.getInputStream();
            }
            isWhole = stream == null || isWhole(stream, from.getContentLengthLong());
            if (isWhole && stream != null) {
                stream.close();
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("response body cannot be read: {}", e.toString());
            isWhole = false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isWhole) {
            from.disconnect();
        }
    }

    /** Polls instead of blocking in a read, which the server could prolong at will. */
    private static boolean isWhole(InputStream stream, long length) throws IOException, InterruptedException {
        byte[] some = new byte[4096];
        Ticker ticker = Ticker.system(); // like the sockets' timeouts
        long end = ticker.nanos() + LONGEST_BODY.toNanos();
        long read = 0;
        while (read < MOST_OF_BODY && (length < 0 || read < length)) {
            int there = stream.available();
            if (there > 0) {
                read += Math.max(0, stream.read(some, 0, Math.min(there, some.length)));
            } else if (length < 0 || ticker.nanos() - end >= 0) {
                return length < 0; // a chunked body's end shows when the stream is closed
            } else {
                ticker.sleep(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
            }
        }
        return read == length;
    }

    @Override
    public void close() {
        closed = true;
        timer.shutdownNow();
        HttpURLConnection now = open;
        if (now != null) {
            now.disconnect(); // aborts a pending request
        }
    }
}
