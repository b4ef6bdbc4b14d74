package io.outrider.bench.car.wire;

import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Addressing of an ECU: request and response ids.
 *
 * @param request where requests and flow control for this ECU alone come
 * @param response where it sends
 * @param functional where requests for all ECUs come, if it listens to them
 * @param own extended addressing: the first byte of frames for it, 0 to 255, or {@link #NONE}
 * @param tester extended addressing: the first byte of the frames that it sends
 */
public record EcuAddress(CanId request, CanId response, Optional<CanId> functional, int own, int tester) {
    public static final int NONE = -1;

    /** Normal addressing, as ISO 15765-4 has it. */
    public static EcuAddress normal(CanId request, CanId response, CanId functional) {
        return new EcuAddress(request, response, Optional.of(functional), NONE, NONE);
    }

    /** Normal addressing, and no ear for functional requests. */
    public static EcuAddress physicalOnly(CanId request, CanId response) {
        return new EcuAddress(request, response, Optional.empty(), NONE, NONE);
    }

    /** Extended addressing: each frame starts with the address of the side that it is for. */
    public static EcuAddress extended(CanId request, int own, CanId response, int tester) {
        return new EcuAddress(request, response, Optional.empty(), own, tester);
    }

    /** Bytes before the protocol control information: 0 or 1. */
    public int prefix() {
        return own == NONE ? 0 : 1;
    }

    /** The frame is for this ECU, alone or among all. */
    public boolean accepts(CanFrame frame) {
        return isPhysical(frame) || isFunctional(frame);
    }

    boolean isPhysical(CanFrame frame) {
        return frame.isData()
                && frame.hasId(request)
                && frame.length() > prefix()
                && (own == NONE || frame.at(0) == own);
    }

    /** ISO 15765-2, 8.5: only single frames can be for all. */
    public boolean isFunctional(CanFrame frame) {
        return frame.isData() && functional.filter(frame::hasId).isPresent() && frame.length() > 0;
    }

    /** What a port has to let pass for it. */
    public List<CanFilter> filters() {
        List<CanFilter> filters = new ArrayList<>();
        filters.add(CanFilter.exact(request));
        functional.map(CanFilter::exact).ifPresent(filters::add);
        return filters;
    }
}
