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
 * @param data data directory, kept across restarts
 * @param runtime runtime directory, in which other programs find the local API's token
 * @param machineId machine-id(5)
 * @param environment environment variables, such as systemd's NOTIFY_SOCKET
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
