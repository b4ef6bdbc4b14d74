package io.outrider.obd.query;

import io.outrider.api.EditDistance;
import io.outrider.api.Failure;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.formula.Formula;
import io.outrider.obd.formula.FormulaException;
import io.outrider.obd.standard.Decoders;
import io.outrider.obd.standard.ResponseDecoder;
import io.outrider.obd.standard.StandardCommand;
import io.outrider.obd.standard.StandardCommands;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Planner of queries: a pure function of the arguments and the id width of the protocol in force. */
final class Planner {
    private static final String RAW = "raw_string";

    /** Longest message that every ISO-TP implementation accepts (ISO 15765-2, 12-bit length). */
    private static final int LONGEST_REQUEST = 4_095;

    private Planner() {}

    static QueryPlan plan(QueryArguments arguments, boolean wide) throws Failure {
        Optional<StandardCommand> named = named(arguments.name(), arguments.mode(), arguments.pid());
        byte[] payload = request(arguments.name(), arguments.mode(), arguments.pid());
        Optional<StandardCommand> standard = named.or(() -> standard(payload));
        IsoTpAddress address = arguments.route().address(widthOf(arguments, wide));
        int answers = arguments.frames() == null ? 0 : arguments.frames();
        Duration timeout = arguments.timeout() == null ? null : Duration.ofNanos((long) (arguments.timeout() * 1e9));
        DiagnosticRequest request =
                new DiagnosticRequest(address, payload, answers, Set.of(), timeout, isPadded(arguments));
        return new QueryPlan(
                (arguments.type() != null ? arguments.type() : arguments.name()).toLowerCase(Locale.ROOT),
                request,
                standard,
                !arguments.force() && !arguments.route().namesEcu() && standard.isPresent(),
                arguments.route().namesEcu(),
                arguments,
                reader(arguments.formula(), arguments.decoder(), named));
    }

    /** Validates the request and its decoding independently of the vehicle. */
    static void check(String name, String mode, String pid, String formula, String decoder) throws Failure {
        request(name, mode, pid);
        reader(formula, decoder, named(name, mode, pid));
    }

    private static boolean isCustom(String mode, String pid) {
        return pid != null || mode != null;
    }

    private static Optional<StandardCommand> named(String name, String mode, String pid) {
        return isCustom(mode, pid) ? Optional.empty() : StandardCommands.find(name);
    }

    private static byte[] request(String name, String mode, String pid) throws Failure {
        Optional<StandardCommand> named = named(name, mode, pid);
        byte[] payload = isCustom(mode, pid)
                ? requestBytes(mode, pid)
                : named.isPresent() ? named.get().request() : raw(name);
        if (payload.length > LONGEST_REQUEST) {
            throw Failure.argument("pid", "a request of " + payload.length + " bytes is too long; 4095 is the most");
        }
        return payload;
    }

    private static Optional<StandardCommand> standard(byte[] payload) {
        if (payload.length > 2) {
            return Optional.empty();
        }
        return StandardCommands.at(payload[0], payload.length == 2 ? payload[1] & 0xFF : -1);
    }

    private static boolean widthOf(QueryArguments arguments, boolean wide) throws Failure {
        if (Protocol.isUntouched(arguments.protocol())) {
            return wide;
        }
        Optional<Protocol> chosen = Protocol.parse(arguments.protocol());
        if (chosen.isEmpty()) {
            return wide;
        }
        Protocol protocol = chosen.get();
        if (arguments.baudrate() != null && arguments.baudrate() != protocol.bitRate()) {
            throw Failure.argument(
                    "baudrate",
                    "protocol " + protocol.id() + " has " + protocol.bitRate()
                            + " bit/s; the bit rate of the interface itself is set by the system (ip link set … bitrate)");
        }
        if (arguments.header() != null) {
            boolean wideHeader = Hex.digits("header", arguments.header()).length() > 3;
            if (wideHeader != protocol.isExtended()) {
                throw Failure.argument(
                        "protocol",
                        "protocol " + protocol.id() + " has " + (wideHeader ? 11 : 29) + "-bit ids and header "
                                + arguments.header() + " has " + (wideHeader ? 29 : 11));
            }
        }
        return protocol.isExtended();
    }

    private static boolean isPadded(QueryArguments arguments) throws Failure {
        return Protocol.isUntouched(arguments.protocol())
                || Protocol.parse(arguments.protocol()).map(Protocol::isPadded).orElse(true);
    }

    /** A name that is no standard command is the request in hexadecimal, as in AutoPi. */
    private static byte[] raw(String name) throws Failure {
        String text = Hex.unquote(name.strip());
        if (Hex.isHex(text)) {
            return Hex.bytes("name", text);
        }
        String similar = similar(text);
        if (similar.isEmpty() && text.toUpperCase(Locale.ROOT).matches("(AT|ST|ELM_).*")) {
            throw Failure.argument(
                    "name",
                    "'" + Hex.shorten(text)
                            + "' is a command for a serial adapter, and this bus has none; for the"
                            + " voltage ask CONTROL_MODULE_VOLTAGE, or call obd.battery");
        }
        throw Failure.argument(
                "name",
                "'" + Hex.shorten(text) + "' is no standard command" + similar
                        + "; for your own give mode= and pid= (obd.commands lists what the vehicle supports)");
    }

    private static QueryPlan.Reader reader(String formula, String decoder, Optional<StandardCommand> named)
            throws Failure {
        if (formula != null) {
            try {
                return new QueryPlan.Reader.Calculated(Formula.parse(formula));
            } catch (FormulaException e) {
                throw Failure.argument("formula", e.getMessage());
            }
        }
        if (decoder == null && named.isPresent()) {
            return new QueryPlan.Reader.Decoded(named.get());
        }
        if (decoder == null || decoder.equalsIgnoreCase(RAW)) {
            return new QueryPlan.Reader.Raw();
        }
        ResponseDecoder found = Decoders.find(decoder)
                .orElseThrow(() -> Failure.argument(
                        "decoder",
                        "there is no decoder '" + Hex.shorten(decoder) + "'; there are " + RAW + ", "
                                + String.join(", ", Decoders.names())));
        return new QueryPlan.Reader.Named(found);
    }

    /** {@code " (did you mean RPM?)"}; empty if no name is similar. */
    private static String similar(String written) {
        if (written.length() > Hex.SHOWN) {
            return "";
        }
        String name = written.toUpperCase(Locale.ROOT);
        List<String> near = StandardCommands.all().stream()
                .map(StandardCommand::name)
                .filter(each -> EditDistance.of(each, name) <= Math.max(1, name.length() / 3))
                .sorted(Comparator.comparingInt(each -> EditDistance.of(each, name)))
                .limit(3)
                .toList();
        return near.isEmpty() ? "" : " (did you mean " + String.join(", ", near) + "?)";
    }

    /**
     * Request bytes of the arguments {@code mode} and {@code pid}. AutoPi parses both as numbers and so drops leading
     * zeros of a pid; its users write {@code mode=220 pid=101} for 22 01 01. This form and {@code mode=22 pid=0101} are
     * equivalent here.
     */
    static byte[] requestBytes(String mode, String pid) throws Failure {
        String service = padded(Hex.digits("mode", mode == null ? "01" : mode));
        String rest = pid == null ? "" : padded(Hex.digits("pid", pid));
        if (pid != null && (service.length() + rest.length()) % 2 != 0) {
            rest = rest.startsWith("0") ? rest.substring(1) : "0" + rest;
        }
        return Hex.bytes(pid == null ? "mode" : "pid", service + rest);
    }

    private static String padded(String digits) {
        return digits.length() == 1 ? "0" + digits : digits;
    }
}
