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
 * @param request id of physical requests and flow control
 * @param response id of its responses
 * @param functional id of functional requests, if it answers them
 * @param own first byte of frames to it with extended addressing, 0 to 255, or {@link #NONE}
 * @param tester first byte of its own frames with extended addressing
 */
public record EcuAddress(CanId request, CanId response, Optional<CanId> functional, int own, int tester) {
    public static final int NONE = -1;

    /** Normal addressing of ISO 15765-4. */
    public static EcuAddress normal(CanId request, CanId response, CanId functional) {
        return new EcuAddress(request, response, Optional.of(functional), NONE, NONE);
    }

    /** Normal addressing without functional requests. */
    public static EcuAddress physicalOnly(CanId request, CanId response) {
        return new EcuAddress(request, response, Optional.empty(), NONE, NONE);
    }

    /** Extended addressing: each frame begins with the address of its receiver. */
    public static EcuAddress extended(CanId request, int own, CanId response, int tester) {
        return new EcuAddress(request, response, Optional.empty(), own, tester);
    }

    /** Bytes before the protocol control information: 0 or 1. */
    public int prefix() {
        return own == NONE ? 0 : 1;
    }

    /** True for a frame to this ECU, physical or functional. */
    public boolean accepts(CanFrame frame) {
        return isPhysical(frame) || isFunctional(frame);
    }

    boolean isPhysical(CanFrame frame) {
        return frame.isData()
                && frame.hasId(request)
                && frame.length() > prefix()
                && (own == NONE || frame.at(0) == own);
    }

    /** True for a functional frame, which is a single one (ISO 15765-2, 8.5). */
    public boolean isFunctional(CanFrame frame) {
        return frame.isData() && functional.filter(frame::hasId).isPresent() && frame.length() > 0;
    }

    /** Filters of a port that receives its frames. */
    public List<CanFilter> filters() {
        List<CanFilter> filters = new ArrayList<>();
        filters.add(CanFilter.exact(request));
        functional.map(CanFilter::exact).ifPresent(filters::add);
        return filters;
    }
}
