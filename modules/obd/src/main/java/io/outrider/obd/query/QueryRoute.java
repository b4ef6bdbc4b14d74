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

    /**
     * Request id and accepted response ids.
     *
     * @param wide the protocol in force has 29-bit ids; a header sets its own width
     */
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
        if (priority != null) {
            throw badPriority(
                    narrow
                            ? "only a 29-bit id has one, and header " + digits + " has 11 bits"
                            : "header " + digits + " has its priority already");
        }
        return narrow
                ? CanId.base(Hex.number("header", digits, CanId.MAX_BASE))
                : CanId.extended(Hex.number("header", digits, CanId.MAX_EXTENDED));
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
}
