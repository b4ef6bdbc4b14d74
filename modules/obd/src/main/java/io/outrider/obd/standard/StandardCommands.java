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

    /** Columns: service, and those of {@link CurrentData}. */
    private static final String OTHERS = """
            03  -   GET_DTC                       0  dtc             -      Confirmed trouble codes
            04  -   CLEAR_DTC                     0  drop            -      Clear trouble codes and freeze frames
            07  -   GET_CURRENT_DTC               0  dtc             -      Trouble codes pending in this drive cycle
            09  00  PIDS_9A                       6  pid             -      Supported PIDs of service 09, 01 to 20
            09  01  VIN_MESSAGE_COUNT             3  uas_01          count  Messages of the VIN
            09  02  VIN                           0  vin             -      Vehicle identification number
            09  03  CALIBRATION_ID_MESSAGE_COUNT  3  uas_01          count  Messages of the calibrations
            09  04  CALIBRATION_ID                0  calibration_id  -      Calibration identifications
            09  05  CVN_MESSAGE_COUNT             3  uas_01          count  Messages of the verification numbers
            09  06  CVN                           0  cvn             -      Calibration verification numbers
            09  0A  ECU_NAME                      0  encoded_string  -      Name of the control unit
            0A  -   GET_PERMANENT_DTC             0  dtc             -      Trouble codes that clearing does not remove
            """;

    private static final List<StandardCommand> ALL = table();
    private static final Map<String, StandardCommand> BY_NAME = by(StandardCommand::name);
    private static final Map<Integer, StandardCommand> BY_REQUEST = by(command -> key(command.mode(), command.pid()));

    private StandardCommands() {}

    public static List<StandardCommand> all() {
        return ALL;
    }

    public static Optional<StandardCommand> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toUpperCase(Locale.ROOT)));
    }

    public static Optional<StandardCommand> at(int mode, int pid) {
        return Optional.ofNullable(BY_REQUEST.get(key(mode, pid)));
    }

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
        OTHERS.lines()
                .map(line -> CurrentData.row(Integer.parseInt(line.substring(0, 2), 16), line.substring(4)))
                .forEach(table::add);
        return List.copyOf(table);
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
