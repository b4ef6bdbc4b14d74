package io.outrider.agent.runtime.modules;

import io.outrider.api.Inhibitors;

/** Inhibitors of a module that no registry has opened. */
public final class OpenedForTest {
    private OpenedForTest() {}

    public static Inhibitors inhibitors(String module, DaemonPorts ports) {
        return new OpenContext(module, null, new OpenContext.Shared(null, null, null, null, ports, null)).inhibitors();
    }
}
