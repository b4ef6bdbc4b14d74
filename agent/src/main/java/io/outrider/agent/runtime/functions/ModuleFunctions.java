package io.outrider.agent.runtime.functions;

import io.outrider.api.FaultOwner;
import io.outrider.api.Function;
import java.util.List;

/** Functions of one open module, with the owner of their faults. */
public record ModuleFunctions(FaultOwner owner, List<Function<?>> functions) {
    public ModuleFunctions {
        functions = List.copyOf(functions);
    }
}
