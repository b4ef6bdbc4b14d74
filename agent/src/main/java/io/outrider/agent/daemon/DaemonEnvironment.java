package io.outrider.agent.daemon;

import io.outrider.agent.commands.FaultInjector;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * What the daemon is given of the world.
 *
 * @param data outlives restarts
 * @param runtime where others on the unit find the token of the local API
 * @param machineId machine-id(5)
 * @param environment what systemd says: NOTIFY_SOCKET and its like
 */
public record DaemonEnvironment(
        Path data,
        Path runtime,
        Path machineId,
        Map<String, String> environment,
        Clock clock,
        BootTimeTicker ticker,
        RandomGenerator random,
        FaultInjector fault) {}
