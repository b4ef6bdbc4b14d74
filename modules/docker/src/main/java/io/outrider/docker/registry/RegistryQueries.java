package io.outrider.docker.registry;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.Ticker;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Queries of images at several registries at once. A registry that does not answer is not asked for its other images. */
final class RegistryQueries {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryQueries.class);
    private static final int MOST_THREADS = 4;
    private static final int LONGEST_IN_LIMITS = 10; // of all requests to one registry
    private static final long POLL_MILLIS = 50;

    @FunctionalInterface
    interface Query<T> {
        T ask(RegistryClient registry, ImageName image) throws Failure;
    }

    /**
     * @param value null after a failure, and the other way round
     * @param retryAfter seconds for which the registry wants not to be asked
     */
    record QueryResult<T>(T value, Failure failure, int retryAfter) {}

    private final Path certificates;
    private final Duration limit;
    private final Ticker ticker;

    RegistryQueries(Path certificates, Duration limit, Ticker ticker) {
        this.certificates = certificates;
        this.limit = limit;
        this.ticker = ticker;
    }

    /** QueryResult for each image; an interrupt ends the requests in progress. */
    <T> Map<ImageName, QueryResult<T>> ask(Map<ImageName, Registry> images, Query<T> query)
            throws InterruptedException {
        Map<ImageName, QueryResult<T>> results = new ConcurrentHashMap<>();
        Queue<RegistryHttp> connections = new ConcurrentLinkedQueue<>();
        ExecutorService pool = Executors.newFixedThreadPool(MOST_THREADS, task -> {
            Thread thread = new Thread(task, "registry-query");
            thread.setDaemon(true);
            return thread;
        });
        try {
            images.keySet().stream()
                    .collect(Collectors.groupingBy(images::get))
                    .forEach((registry, all) -> pool.execute(() -> askOne(registry, all, query, connections, results)));
            pool.shutdown();
            while (!pool.awaitTermination(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                connections.forEach(RegistryHttp::abortIfLate);
            }
        } finally {
            pool.shutdownNow();
            connections.forEach(RegistryHttp::close);
        }
        return results;
    }

    private <T> void askOne(
            Registry registry,
            List<ImageName> images,
            Query<T> query,
            Queue<RegistryHttp> connections,
            Map<ImageName, QueryResult<T>> results) {
        Failure silent = null;
        RegistryClient client = null;
        long end = ticker.nanos() + limit.multipliedBy(LONGEST_IN_LIMITS).toNanos();
        for (ImageName image : images) {
            Failure failure = silent;
            T value = null;
            try {
                if (silent == null && !Thread.currentThread().isInterrupted()) {
                    client = client == null ? client(registry, connections) : client;
                    value = query.ask(client, image);
                }
            } catch (Failure e) {
                failure = e;
            } catch (RuntimeException e) {
                LOG.error("query of {} failed", image, e);
                failure = Failure.fault("query of " + image, e);
            }
            results.put(image, new QueryResult<>(value, failure, client == null ? 0 : client.retryAfter()));
            if (failure == null && ticker.nanos() - end > 0) {
                failure = new Failure(
                        DockerErrors.REGISTRY_UNREACHABLE,
                        "the registry " + registry.host() + " is too slow; it is asked again");
            }
            boolean isSilent =
                    failure != null && failure.is(DockerErrors.REGISTRY_UNREACHABLE, DockerErrors.REGISTRY_BUSY);
            silent = isSilent ? failure : null;
        }
    }

    private RegistryClient client(Registry registry, Queue<RegistryHttp> connections) throws Failure {
        Path own = certificates.resolve(registry.host());
        try {
            RegistryHttp http = new RegistryHttp(registry.host(), new RegistrySockets(own), limit, ticker);
            connections.add(http);
            return new RegistryClient(registry, http, Files.isDirectory(own), ticker);
        } catch (IOException e) {
            throw new Failure(
                    DockerErrors.REGISTRY_UNREACHABLE,
                    "the certificates in " + own + " cannot be read: " + IoReason.of(e) + "; correct them",
                    e);
        }
    }
}
