package io.outrider.agent.daemon;

import io.outrider.agent.commands.FaultInjector;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Environment of the daemon: folders, variables, clocks, randomness and fault injection.
 *
 * @param runtime runtime directory, in which other programs find the local API's token
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
