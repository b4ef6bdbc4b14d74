package io.outrider.bench.service;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ProcessOutput;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.daemon.ServedVehicle;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.PostgresServer;
import io.outrider.testkit.TestImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Fleet service with units on simulated vehicles, and the database, broker, registry and container engine that they need. One thread. */
public final class ServiceSystem implements AutoCloseable {
    public static final String EMAIL = "owner@example.com";
    public static final String PASSWORD = "correct horse";
    private static final String BROKER_PASSWORD = "right horse";

    /** Sentences of a satellite receiver that stands, at 57.02241 north and 9.89919 east (NMEA 0183): a unit that moves is in use. */
    private static final String POSITION = """
            $GNRMC,060224.00,A,5701.34460,N,00953.95140,E,0.000,,030920,,,A*64\r
            $GNGGA,060224.00,5701.34460,N,00953.95140,E,1,09,0.91,34.2,M,43.5,M,,*76\r
            """;

    private final Path folder;
    private final ServedVehicle.CarFactory vehicle;
    private final String settings;
    private final ResourceCloser closer = new ResourceCloser();
    private final List<ServiceProcess> services = new ArrayList<>();
    private final List<EnrolledUnit> units = new ArrayList<>();
    private Mosquitto mosquitto;
    private DockerDaemon engine;
    private DockerRegistry registry;

    /** Unit that has enrolled. */
    public record EnrolledUnit(String unitId, String device, DaemonProcess daemon) {}

    /** Starts everything, with vehicles in town. */
    ServiceSystem(Path folder, ServiceLayout layout, boolean containers) throws Exception {
        this(folder, layout, containers, SimulatedCar::inTown, "");
    }

    /**
     * Starts everything.
     *
     * @param folder empty
     * @param containers whether the first unit has a container engine, which needs root
     * @param vehicle of each unit
     * @param settings sections of each unit besides those of upload, containers and releases
     */
    private ServiceSystem(
            Path folder, ServiceLayout layout, boolean containers, ServedVehicle.CarFactory vehicle, String settings)
            throws Exception {
        this.folder = folder;
        this.vehicle = vehicle;
        this.settings = settings;
        try {
            if (containers) {
                engine = closer.add(DockerDaemon.open());
                registry = closer.add(DockerRegistry.withPassword(folder));
                registry.push(TestImage.running("app:1"));
            }
            startServices(layout);
            addUser();
            Installation program = new Installation(folder.resolve("outrider"));
            for (int i = 0; i < services.size(); i++) {
                units.add(enrolled("van-" + (12 + i), services.get(i), program, i == 0, layout));
            }
        } catch (Exception | Error e) {
            closer.close();
            throw e;
        }
    }

    /** One instance with everything embedded, and one unit; for the parameters see the constructor. */
    public static ServiceSystem embedded(
            Path folder, boolean containers, ServedVehicle.CarFactory vehicle, String settings) throws Exception {
        return new ServiceSystem(folder, ServiceLayout.SQLITE, containers, vehicle, settings);
    }

    private void startServices(ServiceLayout layout) throws Exception {
        String common = "[callbacks]\nallow = [\"127.0.0.0/8\"]\npauses = [\"1s\", \"1s\", \"1s\", \"1s\"]\n";
        switch (layout) {
            case SQLITE -> startService("service", common);
            case POSTGRESQL -> startService("service", common + database());
            case MOSQUITTO -> {
                mosquitto = closer.add(Mosquitto.configured(
                        folder,
                        new Mosquitto.BrokerConfig()
                                .users(Map.of("service", BROKER_PASSWORD, "van-12", BROKER_PASSWORD))
                                .acl( // as docs/service.md has it
                                        "user service",
                                        "topic readwrite outrider/v1/#",
                                        "pattern write outrider/v1/%u/job",
                                        "pattern write outrider/v1/%u/return",
                                        "pattern write outrider/v1/%u/telemetry",
                                        "pattern write outrider/v1/%u/reported",
                                        "pattern write outrider/v1/%u/presence",
                                        "pattern read outrider/v1/%u/command",
                                        "pattern read outrider/v1/%u/desired")));
                startService(
                        "service",
                        "url = \"mqtt://127.0.0.1:%d\"%nuser = \"service\"%npassword_file = \"%s\"%n%s"
                                .formatted(mosquitto.port(), secret("broker-password", BROKER_PASSWORD), common));
            }
            case CLUSTER -> {
                ServiceCluster cluster = closer.add(new ServiceCluster(folder, common + database(), new Random()));
                cluster.start();
                services.addAll(cluster.instances());
            }
        }
    }

    private static String database() {
        return "[database]\nurl = \"" + PostgresServer.shared().newDatabase() + "\"\n";
    }

    private void startService(String name, String more) throws IOException, InterruptedException {
        ServiceProcess service = closer.add(new ServiceProcess(ServiceProcess.built(), folder.resolve(name), more));
        service.start();
        services.add(service);
    }

    private Path secret(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    private void addUser() throws IOException, InterruptedException {
        Process process = services.get(0).operator("user", "add", "fleet", EMAIL);
        process.getOutputStream().write((PASSWORD + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException("no user was added: " + output);
        }
    }

    private EnrolledUnit enrolled(
            String unitId, ServiceProcess service, Installation program, boolean first, ServiceLayout layout)
            throws Exception {
        String containers = engine == null || !first
                ? ""
                : "[docker]\nenabled = true\nsocket = \"%s\"%n[releases]%nprobation = 1%n".formatted(engine.socket());
        Path receiver = Files.writeString(folder.resolve("receiver-" + unitId), POSITION);
        DaemonProcess unit = closer.add(new UnitBuilder(folder.resolve(unitId), unitId)
                .localApi()
                .settings("[upload]\nage = 2\n[gnss]\ndevice = \"" + receiver + "\"\n" + containers + settings)
                .vehicle(closer.add(new ServedVehicle("drive-" + unitId, vehicle)), program)
                .build());
        String device = enrol(service, unit, unitId, layout == ServiceLayout.SQLITE ? "no" : "yes");
        if (mosquitto != null) { // that broker does not know the password of the service
            Files.writeString(unit.home().resolve("broker-password"), BROKER_PASSWORD + "\n");
        }
        unit.startAccepting();
        return new EnrolledUnit(unitId, device, unit);
    }

    /** Enrols as a person does; returns the id of the device. */
    private static String enrol(ServiceProcess service, DaemonProcess unit, String unitId, String certificate)
            throws IOException, InterruptedException {
        String code = service.command("device", "code", "fleet").out().strip();
        ProcessOutput output =
                unit.outrider("enrol", service.url(), code, "unit=" + unitId, "certificate=" + certificate);
        if (output.code() != 0) {
            throw new IllegalStateException("outrider enrol: " + output.out() + output.err());
        }
        return new ObjectMapper().readTree(output.out()).get("device").textValue();
    }

    public List<ServiceProcess> services() {
        return services;
    }

    public List<EnrolledUnit> units() {
        return units;
    }

    /** @return null without containers */
    public DockerRegistry registry() {
        return registry;
    }

    /** @return null without containers */
    public DockerDaemon engine() {
        return engine;
    }

    @Override
    public void close() throws Exception {
        closer.close();
    }
}
