package io.outrider.bench.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Ticker;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.bench.car.drive.VehicleMotion;
import io.outrider.bench.daemon.ContainerUnit;
import io.outrider.bench.daemon.Folders;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ProcessOutput;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.daemon.ServedVehicle;
import io.outrider.testkit.Await;
import io.outrider.testkit.TestImage;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Check of releases in {@code bench/demo --check}: an installed daemon on a simulated vehicle, with a container engine and a
 * registry, from one drive to the next, between which a release is applied. It needs root, as the engine does.
 */
final class ReleaseDemo {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_SECONDS = 60;
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** Short times: the sleep timer fires seconds after the drive. */
    private static final String SETTINGS = """
            [releases]
            probation = 1
            [power]
            start_s = 1
            stop_s = 1
            event_driven_period = 4
            inactivity_fallback_period = 0
            inactivity_after_sleep_period = 0
            delay = 0
            """;

    private final PrintStream out;
    private final ContainerUnit unit;
    private final Drive drive;
    private final List<String> images;

    /** Drive that begins and ends on command. */
    static final class Drive implements VehicleMotion {
        private final VehicleMotion town = ScriptedDrive.inTown();
        private final DriveState asleep;
        private volatile boolean driving = true;

        Drive() {
            ScriptedDrive whole = new ScriptedDrive(1);
            asleep = whole.at(whole.startOf(Phase.ASLEEP) + 1);
        }

        void drive(boolean yes) {
            driving = yes;
        }

        @Override
        public DriveState at(double seconds) {
            return driving ? town.at(seconds) : asleep;
        }
    }

    private ReleaseDemo(PrintStream out, ContainerUnit unit, Drive drive) {
        this.out = out;
        this.unit = unit;
        this.drive = drive;
        images = List.of(unit.push(TestImage.running("gateway:1")), unit.push(TestImage.running("gateway:2")));
    }

    /** Returns the exit code. */
    static int run(PrintStream out) throws Exception {
        if (!System.getProperty("user.name").equals("root")) {
            out.println("skipped: a release between two drives, as a container engine of its own needs root");
            return 0;
        }
        Path folder = Files.createTempDirectory("outrider-demo");
        long begun = System.nanoTime();
        Drive drive = new Drive();
        try (ResourceCloser resources = new ResourceCloser()) {
            ServedVehicle vehicle = resources.add(new ServedVehicle(
                    "car0", bus -> new SimulatedCar(bus, drive, Ticker.system(), CarSettings.DEFAULT.withBroadcast())));
            Installation installation = new Installation(folder.resolve("program"));
            ContainerUnit unit = resources.add(new ContainerUnit(folder, "demo", SETTINGS, builder -> {
                try {
                    builder.vehicle(vehicle, installation);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
            unit.daemon().startLinked();
            new ReleaseDemo(out, unit, drive).run();
        } catch (AssertionError | IllegalStateException e) {
            out.println("WRONG " + e.getMessage());
            return 1;
        }
        Folders.delete(folder);
        long seconds = (System.nanoTime() - begun) / 1_000_000_000;
        boolean inTime = seconds <= TimeoutFactor.scaledSeconds(MOST_SECONDS);
        out.println((inTime ? "ok    " : "WRONG ") + "the release between two drives took " + seconds + " s");
        return inTime ? 0 : 1;
    }

    private void run() throws Exception {
        ok("a drive", "outrider power.status: " + summary(await("in_use")));
        unit.desire("1", containers(0), "waiting");
        unit.call("state.sls", "docker.release");
        unit.await("1", "applied");
        ok("outrider state.sls docker.release: version 1 is applied", containers());

        unit.desire("2", containers(1), "waiting");
        String old = containers();
        require(old.contains("app-gateway-1") && !old.contains("app-gateway-2"), old);
        ok("version 2 is released while the vehicle drives, its image is pulled", reported() + "; " + old);

        drive.drive(false);
        ok("the drive ends", "outrider power.status: " + summary(await("awake", "going_to_sleep")));
        unit.await("2", "applied");
        JsonNode status = await("idle");
        require(appliedBeforeSleep(status), status.toString());
        ok("the sleep timer fires", status.path("last_sequence").toString());
        String applied = containers();
        require(applied.contains("app-gateway-2") && !applied.contains("app-gateway-1"), applied);
        ok("version 2 is applied", summary(status) + "; " + applied);

        drive.drive(true);
        ok("the next drive", "outrider power.status: " + summary(await("in_use")));
        require(containers().equals(applied), containers() + " instead of " + applied);
        ok("it has the new containers", applied);
    }

    private List<Map<String, Object>> containers(int image) {
        return List.of(ContainerUnit.container("gateway", images.get(image), Map.of("network_mode", "none")));
    }

    /** True if the sleep sequence of the timer has run the pending states without a failure. */
    static boolean appliedBeforeSleep(JsonNode status) {
        JsonNode last = status.path("last_sequence");
        return last.path("cause").asText().startsWith("engine stopped")
                && last.path("steps").path("runs pending states").asText().matches("[1-9]\\d* steps done");
    }

    private JsonNode status() throws Exception {
        ProcessOutput output = unit.daemon().outrider("power.status");
        if (output.code() != 0) {
            throw new IllegalStateException("outrider power.status: " + output.err() + output.out());
        }
        return JSON.readTree(output.out());
    }

    private JsonNode await(String... states) {
        List<JsonNode> last = new ArrayList<>();
        Await.until(
                "the unit is " + String.join(" or ", states) + ", see "
                        + unit.daemon().log(),
                LONGEST,
                () -> {
                    last.add(status());
                    return List.of(states)
                            .contains(last.get(last.size() - 1).path("state").asText());
                });
        return last.get(last.size() - 1);
    }

    private static String summary(JsonNode status) {
        return status.path("summary").asText();
    }

    private String reported() {
        JsonNode project = unit.project();
        return "reported: " + project.path("state").asText() + ", "
                + project.path("reason").asText();
    }

    /** Containers that run, by Docker's own command line. */
    private String containers() {
        return "docker ps: "
                + unit.docker("ps", "--format '{{.Names}} {{.ID}} {{.Image}}'").replace("\n", ", ");
    }

    private static void require(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException(what);
        }
    }

    private void ok(String what, String detail) {
        out.println("ok    " + what);
        out.println("      " + detail);
    }
}
