package io.outrider.bench.service;

import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two instances of the fleet service on one PostgreSQL, with a cluster of their brokers. Each kill is of the other one than the kill
 * before; the other goes on. Requests go to the instances in turn, as through a balancer. One thread starts and kills.
 */
public final class ServiceCluster implements KillableService {
    private static final int NONE = -1;

    private final Path folder;
    private final List<ServiceProcess> instances;
    private final Random random;
    private final AtomicInteger turn = new AtomicInteger();
    private int last;
    private volatile int down = NONE;

    /**
     * @param more sections of both, of which one is the database
     * @param random which broker a unit tries next
     */
    public ServiceCluster(Path folder, String more, Random random) throws IOException {
        this.folder = folder;
        this.random = random;
        int[] ports = {Mosquitto.freePort(), Mosquitto.freePort()};
        instances = List.of(instance(0, ports, more), instance(1, ports, more));
    }

    private ServiceProcess instance(int number, int[] ports, String more) throws IOException {
        return new ServiceProcess(
                ServiceProcess.built(),
                folder.resolve("service" + number),
                "cluster = \"127.0.0.1:%d\"%npeers = [\"127.0.0.1:%d\"]%n%s"
                        .formatted(ports[number], ports[1 - number], more));
    }

    /** Starts both, the second with the key of the first; later the one that was killed. */
    @Override
    public void start() throws IOException, InterruptedException {
        if (down == NONE) {
            Path key = Path.of("service.key");
            Files.createDirectories(instances.get(1).data());
            instances.get(0).start();
            Files.copy(
                    instances.get(0).data().resolve(key),
                    instances.get(1).data().resolve(key));
            instances.get(1).start();
        } else {
            instances.get(down).start();
            down = NONE;
        }
    }

    @Override
    public void kill() throws InterruptedException {
        next().kill();
    }

    /** SIGTERM to the next one; returns its exit code. */
    public int stop() throws InterruptedException {
        return next().stop();
    }

    private ServiceProcess next() {
        last = 1 - last;
        down = last;
        return instances.get(last);
    }

    /** Of the instances in turn; none of the one that is known to be down. */
    @Override
    public String url() {
        int next = turn.getAndIncrement() & 1;
        return instances.get(next == down ? 1 - next : next).url();
    }

    /** Of any of the brokers. */
    @Override
    public int brokerPort() {
        return instances.get(random.nextInt(2)).brokerPort();
    }

    @Override
    public String token() throws IOException {
        return instances.get(0).token();
    }

    public List<ServiceProcess> instances() {
        return instances;
    }

    /** Folder with the logs of both. */
    @Override
    public Path log() {
        return folder;
    }

    @Override
    public void close() throws InterruptedException {
        for (ServiceProcess each : instances) {
            each.close();
        }
    }
}
