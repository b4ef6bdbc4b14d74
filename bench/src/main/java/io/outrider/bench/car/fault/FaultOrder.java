package io.outrider.bench.car.fault;

import io.outrider.can.CanId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Fault with the ECU that it applies to.
 *
 * @param ecu response id of the ECU; empty for all
 */
public record FaultOrder(EcuFault fault, Optional<CanId> ecu) {
    private static final String KNOWN =
            "late=MS, pending=TIMES[,every=MS], lost=N, wrong-sequence=N, doubled=N, swapped=N, silence, endless;"
                    + " each may be followed by ,ecu=ID (the id it answers with)";
    private static final int DEFAULT_PENDING_MILLIS = 100;
    private static final int MOST = 10_000_000;
    private static final int MOST_TIMES = 10_000;

    public static FaultOrder forAll(EcuFault fault) {
        return new FaultOrder(fault, Optional.empty());
    }

    public static FaultOrder forEcu(CanId ecu, EcuFault fault) {
        return new FaultOrder(fault, Optional.of(ecu));
    }

    /**
     * Parses the form of the command line, such as {@code late=300,ecu=7E8} or {@code silence}.
     *
     * @throws IllegalArgumentException with the error and the known faults
     */
    public static FaultOrder parse(String text) {
        List<String> parts = new ArrayList<>(Arrays.asList(text.split(",", -1)));
        Optional<CanId> ecu = take(parts, "ecu=").map(CanId::parse);
        Optional<String> every = take(parts, "every=");
        String[] head = parts.remove(0).split("=", 2);
        String name = head[0].toLowerCase(Locale.ROOT);
        if (!parts.isEmpty() || every.isPresent() && !name.equals("pending")) {
            throw refusal(text);
        }
        return new FaultOrder(fault(text, name, head.length > 1 ? head[1] : null, every), ecu);
    }

    private static Optional<String> take(List<String> parts, String start) {
        for (String part : parts) {
            if (part.startsWith(start)) {
                parts.remove(part);
                return Optional.of(part.substring(start.length()));
            }
        }
        return Optional.empty();
    }

    private static EcuFault fault(String text, String name, String value, Optional<String> every) {
        return switch (name) {
            case "late" -> new EcuFault.Late(Duration.ofMillis(number(text, value, 0, MOST)));
            case "pending" ->
                new EcuFault.ResponsePending(
                        number(text, value, 1, MOST_TIMES),
                        Duration.ofMillis(
                                every.map(ms -> number(text, ms, 1, MOST)).orElse(DEFAULT_PENDING_MILLIS)));
            case "lost" -> new EcuFault.Lost(number(text, value, 0, MOST));
            case "wrong-sequence" -> new EcuFault.WrongSequence(number(text, value, 1, MOST));
            case "doubled" -> new EcuFault.Doubled(number(text, value, 1, MOST));
            case "swapped" -> new EcuFault.Swapped(number(text, value, 1, MOST));
            case "silence" -> alone(text, value, new EcuFault.Silence());
            case "endless" -> alone(text, value, new EcuFault.Endless());
            default -> throw refusal(text);
        };
    }

    private static EcuFault alone(String text, String value, EcuFault fault) {
        if (value != null) {
            throw refusal(text);
        }
        return fault;
    }

    private static int number(String text, String value, int least, int most) {
        if (value == null || !value.matches("[0-9]{1,8}")) {
            throw refusal(text);
        }
        int number = Integer.parseInt(value);
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    "fault '" + text + "': " + number + " is not from " + least + " to " + most);
        }
        return number;
    }

    private static IllegalArgumentException refusal(String text) {
        return new IllegalArgumentException("fault '" + text + "' is not known; there are " + KNOWN);
    }
}
