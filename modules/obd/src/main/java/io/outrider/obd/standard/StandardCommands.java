package io.outrider.obd.standard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Table of all standard commands; immutable, any thread. */
public final class StandardCommands {
    /** AutoPi's names of freeze frame data end here. */
    private static final int LAST_FROZEN_PID = 0x5F;

    private static final int NO_PID = -1;
    private static final List<StandardCommand> ALL = table();
    private static final Map<String, StandardCommand> BY_NAME = by(StandardCommand::name);
    private static final Map<Integer, StandardCommand> BY_REQUEST = by(command -> key(command.mode(), command.pid()));

    private StandardCommands() {}

    /** Ordered by service and PID. */
    public static List<StandardCommand> all() {
        return ALL;
    }

    /** Case-insensitive. */
    public static Optional<StandardCommand> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toUpperCase(Locale.ROOT)));
    }

    /** @param pid -1 for a service without PIDs */
    public static Optional<StandardCommand> at(int mode, int pid) {
        return Optional.ofNullable(BY_REQUEST.get(key(mode, pid)));
    }

    /** @throws IllegalStateException for a duplicate key */
    private static <K> Map<K, StandardCommand> by(Function<StandardCommand, K> key) {
        return ALL.stream().collect(Collectors.toUnmodifiableMap(key, Function.identity()));
    }

    private static int key(int mode, int pid) {
        return mode << 16 | pid & 0xFFFF;
    }

    private static List<StandardCommand> table() {
        List<StandardCommand> table = new ArrayList<>(CurrentData.rows());
        for (StandardCommand current : CurrentData.rows()) {
            if (current.pid() <= LAST_FROZEN_PID) {
                table.add(frozen(current));
            }
        }
        table.add(row(0x03, NO_PID, "GET_DTC", 0, "dtc", null, "Confirmed trouble codes"));
        table.add(row(0x04, NO_PID, "CLEAR_DTC", 0, "drop", null, "Clear trouble codes and freeze frames"));
        table.add(row(0x07, NO_PID, "GET_CURRENT_DTC", 0, "dtc", null, "Trouble codes pending in this drive cycle"));
        table.add(row(0x09, 0x00, "PIDS_9A", 6, "pid", null, "Supported PIDs of service 09, 01 to 20"));
        table.add(row(0x09, 0x01, "VIN_MESSAGE_COUNT", 3, "uas_01", "count", "Messages of the VIN"));
        table.add(row(0x09, 0x02, "VIN", 0, "vin", null, "Vehicle identification number"));
        table.add(
                row(0x09, 0x03, "CALIBRATION_ID_MESSAGE_COUNT", 3, "uas_01", "count", "Messages of the calibrations"));
        table.add(row(0x09, 0x04, "CALIBRATION_ID", 0, "calibration_id", null, "Calibration identifications"));
        table.add(row(0x09, 0x05, "CVN_MESSAGE_COUNT", 3, "uas_01", "count", "Messages of the verification numbers"));
        table.add(row(0x09, 0x06, "CVN", 0, "cvn", null, "Calibration verification numbers"));
        table.add(row(0x09, 0x0A, "ECU_NAME", 0, "encoded_string", null, "Name of the control unit"));
        table.add(
                row(0x0A, NO_PID, "GET_PERMANENT_DTC", 0, "dtc", null, "Trouble codes that clearing does not remove"));
        return List.copyOf(table);
    }

    private static StandardCommand row(
            int mode, int pid, String name, int bytes, String decoder, String unit, String description) {
        return new StandardCommand(name, description, mode, pid, bytes, decoder, unit);
    }

    /** The same value of the freeze frame; the answer also repeats the frame number, one byte more. */
    private static StandardCommand frozen(StandardCommand current) {
        return new StandardCommand(
                "DTC_" + current.name(),
                "Freeze frame: " + current.description(),
                0x02,
                current.pid(),
                current.answerBytes() + 1,
                current.decoder(),
                current.unit());
    }
}
