package io.outrider.can.isotp;

import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Addressing of an ISO-TP conversation.
 *
 * @param target extended addressing: first data byte of the frames we send, 0 to 255, or {@link #NONE}
 * @param source first data byte of the other side's frames; {@link #NONE} accepts any, if {@code target} is given
 * @param flowControl flow control ids by the id of the sender of a message, where the rule of {@link #partner} does not
 *     hold
 */
public record IsoTpAddress(
        CanId request, int target, List<CanFilter> responses, int source, Map<CanId, CanId> flowControl) {
    public static final int NONE = -1;

    /** Functional request id of all emission-related ECUs (ISO 15765-4, 6.3.2.2). */
    public static final CanId FUNCTIONAL_11 = CanId.base(0x7DF);

    public static final CanId FUNCTIONAL_29 = CanId.extended(0x18DB33F1);

    public static final CanFilter RESPONSES_11 = new CanFilter(CanId.base(0x7E8), 0x7F8);

    public static final CanFilter RESPONSES_29 = new CanFilter(CanId.extended(0x18DAF100), 0x1FFFFF00);

    /** Normal fixed addressing on 29-bit ids, without the priority in the top three bits (ISO 15765-2, annex A). */
    private static final int NORMAL_FIXED = 0x03FF0000;

    private static final int NORMAL_FIXED_PHYSICAL = 0x00DA0000;
    private static final int NORMAL_FIXED_FUNCTIONAL = 0x00DB0000;

    /** Mask of a 29-bit id without its priority. */
    public static final int ANY_PRIORITY = 0x03FFFFFF;

    public IsoTpAddress {
        responses = List.copyOf(responses);
        flowControl = Map.copyOf(flowControl);
        if (responses.isEmpty()) {
            throw new IllegalArgumentException("an address needs to know whose answers it takes");
        }
    }

    public static IsoTpAddress between(CanId request, CanId response) {
        return new IsoTpAddress(request, NONE, List.of(CanFilter.exact(response)), NONE, Map.of());
    }

    /** Extended addressing between two ids: each frame starts with the address of its receiver. */
    public static IsoTpAddress extended(CanId request, int target, CanId response, int source) {
        return new IsoTpAddress(request, target, List.of(CanFilter.exact(response)), source, Map.of());
    }

    public static IsoTpAddress functional(boolean extended) {
        return extended
                ? new IsoTpAddress(FUNCTIONAL_29, NONE, List.of(RESPONSES_29), NONE, Map.of())
                : new IsoTpAddress(FUNCTIONAL_11, NONE, List.of(RESPONSES_11), NONE, Map.of());
    }

    /** Functional request: several ECUs may answer, and it must fit one frame. */
    public boolean isFunctional() {
        return isFunctional(request);
    }

    public static boolean isFunctional(CanId id) {
        return id.extended() ? (id.value() & NORMAL_FIXED) == NORMAL_FIXED_FUNCTIONAL : id.equals(FUNCTIONAL_11);
    }

    public boolean hasOneResponder() {
        return responses.size() == 1 && responses.get(0).isExact();
    }

    int prefix() {
        return target == NONE && source == NONE ? 0 : 1;
    }

    boolean accepts(CanFrame frame) {
        if (!frame.isData() || frame.length() <= prefix()) {
            return false;
        }
        if (source != NONE && frame.at(0) != source) {
            return false;
        }
        for (CanFilter filter : responses) {
            if (filter.accepts(frame)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether flow control from this id is for our message. Where several ECUs may answer and the standard
     * defines the id that belongs to our request, flow control of other ids is for other testers.
     */
    boolean mayControl(CanId responder) {
        Optional<CanId> ours = partner(request).filter(id -> !hasOneResponder());
        return ours.isEmpty() || isSameNode(ours.get(), responder) || request.equals(flowControl.get(responder));
    }

    /** Id of the flow control for a message from {@code responder}; empty if unknown. */
    Optional<CanId> flowControlTo(CanId responder) {
        CanId configured = flowControl.get(responder);
        if (configured != null) {
            return Optional.of(configured);
        }
        Optional<CanId> standard = partner(responder);
        return isFunctional() || standard.filter(request::equals).isPresent() ? standard : Optional.of(request);
    }

    private static boolean isSameNode(CanId one, CanId other) {
        boolean fixed = one.extended() && (one.value() & NORMAL_FIXED) == NORMAL_FIXED_PHYSICAL;
        return fixed && other.extended() ? ((one.value() ^ other.value()) & ANY_PRIORITY) == 0 : one.equals(other);
    }

    /**
     * Extended addressing: address byte of the flow control for a message of {@code responder}. A functional request
     * has an address of no ECU; where ids carry the sender's address in their low byte (BMW: 6F1 is the tester, 607 the
     * ECU 07), the responder's address is taken from there.
     *
     * @param addressed first byte of the responder's frames, which is the tester's address
     */
    int flowControlTarget(CanId responder, int addressed) {
        boolean carriesSender = target != NONE
                && (request.value() & 0xFF) == addressed
                && request.extended() == responder.extended()
                && request.value() >> 8 == responder.value() >> 8;
        return carriesSender && !hasOneResponder() ? responder.value() & 0xFF : target;
    }

    /**
     * Response id of a request id and vice versa, by ISO 15765-4: 7E8 to 7EF answer 7E0 to 7E7, 18DAF1xx answers
     * 18DAxxF1. The priority is kept if it is not 18.
     */
    public static Optional<CanId> partner(CanId id) {
        int value = id.value();
        if (!id.extended()) {
            return (value & 0x7F0) == 0x7E0 ? Optional.of(CanId.base(value ^ 0x8)) : Optional.empty();
        }
        if ((value & NORMAL_FIXED) == NORMAL_FIXED_PHYSICAL) {
            return Optional.of(CanId.extended(value & ~0xFFFF | (value & 0xFF) << 8 | (value >> 8 & 0xFF)));
        }
        return Optional.empty();
    }
}
