package io.outrider.obd;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.IoReason;
import io.outrider.can.InterfaceDetails;
import io.outrider.can.NetworkInterfaces;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks of a CAN interface: up, bit rate, state of the controller, restart after bus-off, transmit queue. */
final class InterfaceCheck {
    /** A long request is 37 frames of 8 bytes for 256 bytes, and other programs send, too. */
    private static final int LEAST_QUEUE = 40;

    private static final String QUEUE = "128";
    private static final int FASTEST = 1_000_000;

    private InterfaceCheck() {}

    static Check of(String name) {
        return Check.of(name, () -> reports(name));
    }

    /** Check of all interfaces of the machine, where no settings name one. */
    static Check ofAll() {
        return Check.of("CAN", () -> {
            List<CheckReport> all = new ArrayList<>();
            for (String each : NetworkInterfaces.can()) {
                all.addAll(reports(each));
            }
            return all.isEmpty() ? List.of(missing("CAN", "this machine has no CAN interface")) : all;
        });
    }

    private static List<CheckReport> reports(String name) throws InterruptedException {
        List<String> present = NetworkInterfaces.can();
        if (!present.contains(name)) {
            return List.of(missing(
                    name,
                    "there is no such interface; the CAN interfaces of this machine: "
                            + (present.isEmpty() ? "none" : String.join(", ", present))));
        }
        try {
            return judge(InterfaceDetails.read(name));
        } catch (IOException e) {
            return List.of(unknown(name, e));
        }
    }

    /** Report on an interface about which {@code ip} tells nothing. */
    static CheckReport unknown(String name, IOException reason) {
        String text = "there; bit rate and state are not known: ";
        return reason instanceof NoSuchFileException
                ? CheckReport.look(name, text + "the program ip is missing", "apt install iproute2, which has it.")
                : CheckReport.look(
                        name,
                        text + IoReason.of(reason),
                        "Run outrider doctor again; ip -details link show dev " + name + " shows the same by hand.");
    }

    private static CheckReport missing(String name, String text) {
        return CheckReport.bad(
                name,
                text,
                "Connect the adapter or load its driver (dmesg | grep -i can); [obd] can names the interface.");
    }

    static List<CheckReport> judge(InterfaceDetails can) {
        String name = can.name();
        if (!can.up()) {
            return List.of(CheckReport.bad(
                    name,
                    "down",
                    can.isVirtual()
                            ? "ip link set " + name + " up, or at each start: systemctl enable --now can@" + name
                                    + "; a virtual bus has no bit rate."
                            : bringUp(name) + "."));
        }
        List<CheckReport> reports = new ArrayList<>();
        reports.add(state(can));
        if (can.isVirtual()) {
            return reports;
        }
        if (can.restartMs().orElse(0) == 0) {
            reports.add(CheckReport.look(
                    name + " restart",
                    "restart-ms is 0: after a bus-off the interface stays off until somebody restarts it",
                    "ip link set " + name + " down, then up type can restart-ms 100, as can@" + name
                            + ".service does."));
        }
        can.queue().ifPresent(frames -> {
            if (frames < LEAST_QUEUE) {
                reports.add(CheckReport.look(
                        name + " queue",
                        "room for " + frames + " frames: a long request may not fit",
                        "ip link set " + name + " txqueuelen " + QUEUE + "."));
            }
        });
        return reports;
    }

    /** Remedy for an interface that is down; a wrong bit rate would disturb the bus. */
    static String bringUp(String name) {
        return "outrider setup --try-bitrates " + name + " finds the bit rate, then systemctl enable --now can@" + name;
    }

    private static CheckReport state(InterfaceDetails can) {
        String name = can.name();
        if (can.isVirtual()) {
            return CheckReport.ok(name, "up, virtual");
        }
        String text =
                "up, " + rate(can) + ", " + can.state().toLowerCase(Locale.ROOT).replace('-', ' ')
                        + (can.busOffs().orElse(0) == 0
                                ? ""
                                : ", off the bus " + can.busOffs().getAsInt() + " times so far");
        if (can.bitRate().orElse(0) < 1 || can.bitRate().getAsInt() > FASTEST) {
            return CheckReport.bad(name, text, bringUp(name) + ".");
        }
        return switch (can.state()) {
            case "ERROR-ACTIVE" -> CheckReport.ok(name, text);
            case "ERROR-WARNING", "ERROR-PASSIVE" ->
                CheckReport.look(
                        name, text, "Check bit rate, wiring and termination, and whether the vehicle is awake.");
            default ->
                CheckReport.bad(
                        name,
                        text,
                        "Check bit rate and wiring, then ip link set " + name
                                + " down and up; restart-ms does that by itself.");
        };
    }

    private static String rate(InterfaceDetails can) {
        if (can.bitRate().orElse(0) == 0) {
            return "without a bit rate";
        }
        double kilobits = can.bitRate().getAsInt() / 1000.0;
        String rate = (kilobits == Math.rint(kilobits) ? String.valueOf((long) kilobits) : String.valueOf(kilobits))
                + " kbit/s";
        return can.samplePoint().isEmpty()
                ? rate
                : rate
                        + String.format(
                                Locale.ROOT,
                                ", sample point %.1f %%",
                                100 * can.samplePoint().getAsDouble());
    }
}
