package io.outrider.obd;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.Failure;
import io.outrider.api.VehicleErrors;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.SocketCanBus;
import io.outrider.obd.query.EcuRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Checks of the bus and its ECUs. A vehicle that sleeps is not asked. */
record VehicleChecks(CanBus bus, SilentBusPolicy polling, EcuRegistry vehicle) {
    private static final String ECUS = "ECUs";

    /** An ECU may be woken by a frame of less than so long ago. */
    private static final long RECENT = TimeUnit.MINUTES.toNanos(2);

    List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        if (bus instanceof SocketCanBus) {
            checks.add(InterfaceCheck.of(bus.name()));
        }
        checks.add(Check.of(ECUS, () -> List.of(ecus())));
        checks.add(Check.awake("frames", () -> List.of(frames())));
        checks.add(Check.awake("vehicle", () -> List.of(heard())));
        return checks;
    }

    private CheckReport ecus() throws Failure, InterruptedException {
        Optional<String> blocked = polling.reason(false);
        if (blocked.isPresent() || !polling.isActive()) {
            return CheckReport.ok(ECUS, "not asked: " + blocked.orElse("nothing is heard on the bus"));
        }
        try {
            Set<CanId> silent = vehicle.silent();
            List<CanId> known = vehicle.ecus();
            if (silent.isEmpty()) {
                return CheckReport.ok(
                        ECUS, known.size() + (known.size() == 1 ? " answers: " : " answer: ") + ids(known));
            }
            return CheckReport.look(
                    ECUS,
                    ids(silent) + " of " + ids(known) + " do not answer any more",
                    "Switch the ignition on; else check the wiring to them, and obd.dtc for what the others report of them.");
        } catch (Failure e) {
            if (e.is(VehicleErrors.NO_DATA)) {
                return CheckReport.look(
                        ECUS,
                        "the bus is alive, and no ECU answers",
                        "Switch the ignition on; if that does not help, a gateway keeps questions out, or the ECUs want"
                                + " another header: docs/debugging.md.");
            }
            throw e;
        }
    }

    private static String ids(Iterable<CanId> ids) {
        List<String> texts = new ArrayList<>();
        ids.forEach(each -> texts.add(each.toString()));
        return texts.stream().sorted().collect(Collectors.joining(", "));
    }

    private CheckReport frames() {
        long idle = bus.transmitter().idleNanos();
        if (idle == Long.MAX_VALUE) {
            return CheckReport.ok("frames", "none of ours on " + bus.name() + " since the start");
        }
        String last = bus.transmitter().lastFrame().map(CanFrame::toString).orElse("a frame");
        String text = bus.transmitter().sent() + " of ours on " + bus.name() + ", the last " + last + ", "
                + seconds(idle) + " ago";
        return idle > RECENT
                ? CheckReport.ok("frames", text)
                : CheckReport.look(
                        "frames",
                        text,
                        "outrider stream event=job shows who asks; outrider obd.pause 600 sends nothing for ten minutes.");
    }

    private CheckReport heard() {
        long silence = bus.silenceNanos();
        return silence == Long.MAX_VALUE
                ? CheckReport.ok("vehicle", "nothing heard on " + bus.name() + " since the start")
                : polling.isActive()
                        ? CheckReport.look(
                                "vehicle",
                                "others send on " + bus.name() + ", the last " + seconds(silence) + " ago",
                                "If it lasts for long after our last frame, the vehicle itself is awake.")
                        : CheckReport.ok("vehicle", "silent on " + bus.name() + " for " + seconds(silence));
    }

    private static String seconds(long nanos) {
        long tenths = TimeUnit.NANOSECONDS.toMillis(nanos) / 100;
        return tenths < 100 ? tenths / 10 + "." + tenths % 10 + " s" : tenths / 10 + " s";
    }
}
