package io.outrider.agent.runtime.modules;

import io.outrider.api.DesiredPart;
import io.outrider.api.FaultOwner;
import java.util.Set;

/** Part of the desired document, with its members as they were when it was registered and the owner of its faults. */
public record RegisteredPart(DesiredPart part, Set<String> members, FaultOwner owner) {
    /** @param module name of the module that answers for the part */
    public static RegisteredPart of(String module, DesiredPart part) {
        return new RegisteredPart(part, Set.copyOf(part.members()), FaultOwner.of(module, part.getClass()));
    }

    /** Part that the agent itself answers for. */
    public static RegisteredPart own(DesiredPart part) {
        return new RegisteredPart(part, Set.copyOf(part.members()), FaultOwner.OUTRIDER);
    }
}
