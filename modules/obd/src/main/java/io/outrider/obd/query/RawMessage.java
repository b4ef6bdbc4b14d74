package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.isotp.IsoTpAddress;
import java.util.List;
import java.util.Locale;

/** Raw CAN message in the notation {@code 7DF#02010C}, or as data with a separate header. */
public record RawMessage(IsoTpAddress address, byte[] data) {
    /** Parses the message and its addressing; all but {@code message} may be null. */
    public static RawMessage parse(String message, String header, String extendedAddress, String filter, String pair)
            throws Failure {
        String text = Hex.unquote(message.strip());
        int hash = text.indexOf('#');
        if (hash >= 0 && header != null) {
            throw Failure.argument("header", "the message '" + Hex.shorten(text) + "' names its id already");
        }
        if (text.toUpperCase(Locale.ROOT).matches("(AT|ST).*")) {
            throw Failure.argument("message", "'" + Hex.shorten(text) + "' is a command for a serial adapter");
        }
        String id = hash >= 0 ? text.substring(0, hash) : header;
        QueryRoute route = new QueryRoute(id, extendedAddress, null, filter, null, pair);
        String digits = text.substring(hash + 1);
        if (text.isEmpty()) {
            throw Failure.argument("message", "is empty; write id and data, such as 7DF#02010C");
        }
        byte[] data = digits.isEmpty() ? new byte[0] : Hex.bytes("message", Hex.digits("message", digits));
        return new RawMessage(route.address(false), data);
    }

    /** The message as one frame without padding. */
    public CanFrame frame() throws Failure {
        if (data.length > 8) {
            throw Failure.argument(
                    "message", "a frame carries up to 8 bytes, not " + data.length + "; auto_format=true splits it");
        }
        return CanFrame.of(address.request(), data);
    }

    /** Parses the filter {@code id[,mask]}; empty for null. */
    public static List<CanFilter> filters(String argument, String written) throws Failure {
        return written == null ? List.of() : List.of(QueryRoute.filter(argument, written, false));
    }
}
