package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.can.CanFilter;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Arguments that address one query, as of {@link QueryArguments}; null where not given. */
record QueryRoute(String header, String target, String priority, String filter, String pgn, String pair) {
    private static final int DEFAULT_PRIORITY = 0x18;
    private static final int PGN_MASK = 0x00FFFF00;

    /** True if an argument selects ECUs: then the PIDs are not checked against the vehicle's list. */
    boolean namesEcu() {
        return header != null || target != null || filter != null || pair != null || pgn != null;
    }

    /** Request id and accepted response ids; a header sets its own width. */
    IsoTpAddress address(boolean wide) throws Failure {
        CanId request = request(wide);
        int to = target == null ? IsoTpAddress.NONE : Hex.number("can_extended_address", target, 0xFF);
        int source = IsoTpAddress.NONE;
        List<CanFilter> answers = new ArrayList<>();
        Map<CanId, CanId> flowControl = new HashMap<>();
        if (filter != null) {
            answers.add(filter("can_flow_control_filter", filter, request.extended()));
        }
        if (pgn != null) {
            answers.add(pgnFilter(pgn));
        }
        if (pair != null) {
            IdPair ids = IdPair.parse(pair, request);
            CanId tester = ids.tester().id();
            CanId ecu = ids.ecu().id();
            flowControl.put(tester, ecu);
            flowControl.put(ecu, tester);
            if (!tester.equals(request)) { // the header is in neither side: accept the usual ECUs and both sides
                if (answers.isEmpty()) {
                    answers.addAll(usualAnswers(request));
                }
                addAnswerer(answers, tester);
            }
            addAnswerer(answers, ecu);
            source = ids.ecu().address();
            to = to != IsoTpAddress.NONE ? to : ids.target();
        }
        if (answers.isEmpty()) {
            answers.addAll(usualAnswers(request));
        }
        return new IsoTpAddress(request, to, answers, source, flowControl);
    }

    private static void addAnswerer(List<CanFilter> answers, CanId id) {
        if (answers.stream().noneMatch(filter -> filter.accepts(id))) {
            answers.add(CanFilter.exact(id));
        }
    }

    /** The ECU's response id by the standard, else id+8 as of most manufacturers, and the standard range. */
    private static List<CanFilter> usualAnswers(CanId request) {
        CanFilter standard =
                request.extended() ? anyPriority(request, IsoTpAddress.RESPONSES_29) : IsoTpAddress.RESPONSES_11;
        if (IsoTpAddress.isFunctional(request)) {
            return List.of(standard);
        }
        Optional<CanId> partner = IsoTpAddress.partner(request);
        if (partner.isPresent()) {
            return List.of(anyPriority(request, CanFilter.exact(partner.get())));
        }
        if (request.extended() || request.value() + 8 > CanId.MAX_BASE) {
            return List.of(standard);
        }
        return List.of(CanFilter.exact(CanId.base(request.value() + 8)), standard);
    }

    /** An ECU addressed with another priority answers with that one or with the usual one. */
    private static CanFilter anyPriority(CanId request, CanFilter filter) {
        return !request.extended() || request.value() >> 24 == DEFAULT_PRIORITY
                ? filter
                : new CanFilter(filter.id(), filter.mask() & IsoTpAddress.ANY_PRIORITY);
    }

    private CanId request(boolean wide) throws Failure {
        if (header == null) {
            if (priority == null) {
                return wide ? IsoTpAddress.FUNCTIONAL_29 : IsoTpAddress.FUNCTIONAL_11;
            }
            if (!wide) {
                throw badPriority("only a 29-bit id has one; give header= with more than 3 digits");
            }
            return prioritized(IsoTpAddress.FUNCTIONAL_29.value() & 0xFFFFFF);
        }
        String digits = Hex.digits("header", header);
        if (digits.length() > 3 && digits.length() <= 6) {
            return prioritized(Hex.number("header", digits, 0xFFFFFF));
        }
        boolean narrow = digits.length() <= 3;
        CanId id = narrow
                ? CanId.base(Hex.number("header", digits, CanId.MAX_BASE))
                : CanId.extended(Hex.number("header", digits, CanId.MAX_EXTENDED));
        if (priority != null) {
            throw badPriority(
                    narrow
                            ? "only a 29-bit id has one, and header " + digits + " has 11 bits"
                            : "header " + digits + " has its priority already");
        }
        return id;
    }

    private static Failure badPriority(String why) {
        return Failure.argument("can_priority", why);
    }

    private CanId prioritized(int rest) throws Failure {
        int first = priority == null ? DEFAULT_PRIORITY : Hex.number("can_priority", priority, 0x1F);
        return CanId.extended(first << 24 | rest);
    }

    static CanFilter filter(String name, String written, boolean wide) throws Failure {
        String[] parts = Hex.unquote(written.strip()).split(",", -1);
        if (parts.length > 2) {
            throw Failure.argument(name, "'" + Hex.shorten(written) + "' is not id[,mask]");
        }
        CanId id = IdPair.Side.parse(name, parts[0], wide).id();
        int mask = parts.length == 1 || parts[1].isBlank()
                ? id.fullMask()
                : Hex.number(name, parts[1], CanId.MAX_EXTENDED);
        return new CanFilter(id, mask);
    }

    private static CanFilter pgnFilter(String written) throws Failure {
        String name = "j1939_pgn_filter";
        String[] parts = Hex.unquote(written.strip()).split(",", -1);
        if (parts.length > 2) {
            throw Failure.argument(name, "'" + Hex.shorten(written) + "' is not PGN[,destination]");
        }
        int id = Hex.number(name, parts[0], 0x1FFFF) << 8;
        if (parts.length == 2) {
            id |= Hex.number(name, parts[1], 0xFF) << 8;
        }
        return new CanFilter(CanId.extended(id), PGN_MASK);
    }

    /**
     * Id pair of an argument {@code can_flow_control_id_pair}. Users' libraries have the two sides in either order; the
     * side that is the header is the tester.
     */
    record IdPair(Side tester, Side ecu) {
        private static final String NAME = "can_flow_control_id_pair";

        /** @param address first data byte of frames with this id, or {@link IsoTpAddress#NONE} */
        record Side(CanId id, int address) {
            /**
             * Parses {@code 7E8}, {@code 18DAF110}, or with the address byte appended {@code 607F1}, {@code 18DAF110F1}.
             */
            static Side parse(String argument, String written, boolean wide) throws Failure {
                String digits = Hex.digits(argument, written);
                int idDigits = wide ? 8 : 3;
                if (digits.length() == idDigits + 2) {
                    String address = digits.substring(idDigits);
                    return new Side(
                            id(argument, digits.substring(0, idDigits), wide), Hex.number(argument, address, 0xFF));
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
}
