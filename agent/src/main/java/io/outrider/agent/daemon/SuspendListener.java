package io.outrider.agent.daemon;

import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.parts.Part;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listener for suspends of the machine: wakes threads that wait by a clock that stood still. */
record SuspendListener(DaemonBase base, TelemetryWiring telemetry, VehicleWiring vehicle) {
    private static final Logger LOG = LoggerFactory.getLogger(SuspendListener.class);

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

    /** Any reader of the ticker detects a resume; the periodic read bounds the delay. */
    void listen() {
        PeriodicTasks periodic = telemetry.periodicTasks();
        BootTimeTicker ticker = base.environment().ticker();
        ticker.onResume(suspended -> periodic.once("resume", () -> resumed(suspended)));
        base.parts().add(Part.named("suspends").closed(() -> ticker.onResume(suspended -> {})));
        periodic.every("suspend-check", CHECK_INTERVAL, ticker::nanos);
    }

    private void resumed(Duration suspended) {
        LOG.info("the machine was suspended for {} s", suspended.toSeconds());
        base.clock().check();
        base.link().resumed(suspended);
        vehicle.state().check(); // may be stale
        vehicle.loggers().resumed();
        telemetry.upload().uploader().wake();
    }
}
