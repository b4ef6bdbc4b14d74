package io.outrider.bench.service;

import io.outrider.bench.daemon.VirtualMachine;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Fleet service with its own database or PostgreSQL in a virtual machine, whose power is cut. The host is {@link #HOST} in there. */
public final class MachineService implements KillableService {
    /** Host's loopback as the machine reaches it. */
    public static final String HOST = "10.0.2.2";

    private static final int PORT = 8480;
    private static final int BROKER_PORT = 1883;
    private static final Duration START = Duration.ofMinutes(10);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    private static final int TIMEOUT_MILLIS = 5_000;

    private final VirtualMachine machine;
    private final int port = Mosquitto.freePort();
    private final int brokerPort = Mosquitto.freePort();

    /** Start of PostgreSQL on the disk. Where a file says that it runs, an earlier boot has left it. */
    private static final String START_POSTGRESQL = """
            as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
            PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
            cluster=/var/lib/outrider/postgresql
            if [ ! -e $cluster ]; then
                install -d -o postgres -m 700 $cluster
                as_postgres initdb -D $cluster -A trust
            fi
            rm -f $cluster/postmaster.pid
            as_postgres pg_ctl -D $cluster -w -t 3600 -l /tmp/postgresql.log \
                -o '-k /tmp -c listen_addresses=127.0.0.1 -c shared_buffers=32MB -c max_wal_size=64MB' start || cat /tmp/postgresql.log
            """;

    private static final String POSTGRESQL =
            "[database]%nurl = \"postgresql://postgres:none@127.0.0.1:5432/postgres\"%n";

    /**
     * @param postgresql whether the database is a PostgreSQL in the machine
     * @param more further lines of the section {@code [broker]}, and other sections
     */
    public MachineService(Path folder, boolean postgresql, String more) throws IOException {
        machine = new VirtualMachine(
                ServiceProcess.root(),
                folder,
                Map.of(port, PORT, brokerPort, BROKER_PORT),
                postgresql ? "postgresql" : "",
                (postgresql ? START_POSTGRESQL : "") + """
                {
                    until [ -s /var/lib/outrider/service/first-token ]; do sleep 1; done
                    cp /var/lib/outrider/service/first-token /mnt/host2/first-token
                } &
                # compiled code is translated a second time in here
                export JAVA_OPTS='-Xmx256m -XX:TieredStopAtLevel=1 -XX:UseAVX=0'
                /mnt/host/service/target/outrider-service/bin/outrider-service run --settings /mnt/host2/service.toml
                """);
        Files.writeString(
                machine.share().resolve("service.toml"),
                "data = \"/var/lib/outrider/service\"%n[http]%naddress = \"0.0.0.0\"%nport = %d%n[tls]%nport = 0%n[broker]%naddress = \"0.0.0.0\"%nport = %d%n%s"
                        .formatted(PORT, BROKER_PORT, more + (postgresql ? POSTGRESQL.formatted() : "")));
    }

    @Override
    public void start() {
        machine.start();
        Await.until("the service in the machine is healthy, see " + log(), START, () -> {
            if (!machine.alive()) {
                throw new AssertionError("the machine has ended, see " + log());
            }
            LockSupport.parkNanos(
                    POLL_INTERVAL.toNanos()); // each attempt costs the emulated processor what the start needs
            HttpURLConnection health =
                    (HttpURLConnection) URI.create(url() + "/health").toURL().openConnection();
            health.setConnectTimeout(TIMEOUT_MILLIS);
            health.setReadTimeout(TIMEOUT_MILLIS);
            try {
                return health.getResponseCode() == 200 && Files.exists(tokenFile());
            } finally {
                health.disconnect();
            }
        });
    }

    @Override
    public void kill() throws InterruptedException {
        machine.cut();
    }

    @Override
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public int brokerPort() {
        return brokerPort;
    }

    private Path tokenFile() {
        return machine.share().resolve("first-token");
    }

    @Override
    public String token() throws IOException {
        return Files.readString(tokenFile()).strip();
    }

    @Override
    public Path log() {
        return machine.log();
    }

    @Override
    public void close() {
        machine.close();
    }
}
