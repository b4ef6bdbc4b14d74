package io.outrider.bench.matrix;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Program in the virtual machine: judges what the last power cut has left, then begins the next case and prints a line where
 * the power is to be cut. Arguments: the shared folder and the folder on the disk.
 */
public final class PowerCutGuest {
    static final String ORDER = "order.json";
    static final String VERDICT = "verdict.json";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int STARTS = 5;
    private static final MatrixScenario SCENARIO = MatrixScenario.UPGRADE;

    /** @param point of the next case; null for none */
    record Order(MatrixPoint point, MatrixFault.Place place) {}

    /** Case that was begun, and the state before. */
    record Begun(Order order, UnitState before) {}

    /** Verdict on the case before. */
    record Verdict(String end, List<String> problems) {}

    private PowerCutGuest() {}

    public static void main(String[] arguments) throws Exception {
        Path share = Path.of(arguments[0]);
        Path disk = Path.of(arguments[1]);
        Order next = JSON.readValue(share.resolve(ORDER).toFile(), Order.class);
        MatrixWorld world = world(disk);
        Path begun = disk.resolve("begun.json");
        if (Files.exists(begun)) {
            Verdict verdict = judge(world, JSON.readValue(begun.toFile(), Begun.class));
            JSON.writeValue(share.resolve(VERDICT).toFile(), verdict);
            Files.delete(begun);
        }
        if (next.point() != null) {
            JSON.writeValue(begun.toFile(), new Begun(next, world.reset(SCENARIO)));
            Programs.run("sync"); // the unit has run for long before a real cut
            run(world, next);
        }
        Programs.run("sync");
        cut();
    }

    /** An engine waits for its containerd for 15 s only, which an emulated processor may need; systemd starts it again. */
    private static MatrixWorld world(Path disk) throws IOException {
        for (int left = STARTS; ; left--) {
            try {
                return MatrixWorld.onDisk(disk);
            } catch (AssertionError e) {
                if (left == 1) {
                    throw e;
                }
            }
        }
    }

    private static Verdict judge(MatrixWorld world, Begun begun) throws Exception {
        try (MatrixUnit unit = unit(world, MatrixRunPoints.withoutFault())) {
            Await.until("the recovery has nothing left to do", unit::recover);
            MatrixCase of = new MatrixCase(SCENARIO, begun.order().point(), MatrixFault.POWER_CUT);
            MatrixResult[] result = new MatrixResult[1];
            try {
                Await.until("the containers run", () -> {
                    result[0] = MatrixResult.judge(of, begun.before(), world.state());
                    return result[0].good();
                });
            } catch (AssertionError e) {
                return new Verdict("", result[0].problems());
            }
            return new Verdict(result[0].end(), List.of());
        }
    }

    private static void run(MatrixWorld world, Order order) throws Exception {
        MatrixRunPoints points = new MatrixRunPoints(order.point(), order.place(), PowerCutGuest::cut);
        try (MatrixUnit unit = unit(world, points)) {
            unit.apply();
        }
    }

    private static MatrixUnit unit(MatrixWorld world, MatrixRunPoints points) throws Exception {
        return new MatrixUnit(world.setup(0, 30), world.document(SCENARIO.desired()), points);
    }

    /** The machine ends with this line. */
    private static void cut() {
        System.out.println("cut");
        System.out.flush();
        while (true) {
            LockSupport.park();
        }
    }
}
