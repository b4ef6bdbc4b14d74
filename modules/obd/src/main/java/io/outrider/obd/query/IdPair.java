package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;

/**
 * Id pair of an argument {@code can_flow_control_id_pair}. Users' libraries have the two sides in either order; the
 * side that is the header is the tester.
 *
 * @param tester side whose id requests are sent with
 * @param ecu side that answers
 */
record IdPair(Side tester, Side ecu) {
    private static final String NAME = "can_flow_control_id_pair";

    /**
     * Id and address of one side.
     *
     * @param address first data byte of frames with this id (extended addressing), or
     *     {@link IsoTpAddress#NONE}
     */
    record Side(CanId id, int address) {
        /**
         * Parses {@code 7E8}, {@code 18DAF110}, or with the address byte appended {@code 607F1}, {@code 18DAF110F1}.
         */
        static Side parse(String argument, String written, boolean wide) throws Failure {
            String digits = Hex.digits(argument, written);
            int idDigits = wide ? 8 : 3;
            if (digits.length() == idDigits + 2) {
                String address = digits.substring(idDigits);
                return new Side(id(argument, digits.substring(0, idDigits), wide), Hex.number(argument, address, 0xFF));
            }
            return new Side(id(argument, digits, wide), IsoTpAddress.NONE);
        }

        /** The width is that of the header, unless the number exceeds it or has eight digits. */
        private static CanId id(String argument, String digits, boolean wide) throws Failure {
            int value = Hex.number(argument, digits, CanId.MAX_EXTENDED);
            return new CanId(value, wide || digits.length() == 8 || value > CanId.MAX_BASE);
        }
    }

    static IdPair parse(String written, CanId request) throws Failure {
        String[] parts = Hex.unquote(written.strip()).split(",", -1);
        if (parts.length != 2) {
            throw Failure.argument(NAME, "'" + Hex.shorten(written) + "' is not two ids, such as 7E4,7EC");
        }
        Side first = Side.parse(NAME, parts[0], request.extended());
        Side second = Side.parse(NAME, parts[1], request.extended());
        if (first.id().equals(second.id())) {
            throw Failure.argument(NAME, "'" + Hex.shorten(written) + "' names the same id twice");
        }
        return second.id().equals(request) ? new IdPair(second, first) : new IdPair(first, second);
    }

    /**
     * Address byte of requests without another address argument: that of the tester's side as written, or, where
     * answers have address bytes on 600 + the ECU's address (BMW), the low byte of the response id.
     */
    int target() {
        if (tester.address() != IsoTpAddress.NONE || ecu.address() == IsoTpAddress.NONE) {
            return tester.address();
        }
        return ecu.id().value() & 0xFF;
    }
}
