package io.outrider.agent.fleet;

import io.outrider.agent.fleet.mqtt.LinkFiles;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.fleet.mqtt.LinkTimeouts;
import io.outrider.agent.fleet.mqtt.MqttLink;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import java.time.Clock;
import java.util.List;
import java.util.random.RandomGenerator;

/** Factory of the link from the settings; detects changed certificate and password files. One thread. */
public final class LinkFactory {
    private final Clock clock;
    private final BootTimeTicker ticker;
    private final RandomGenerator random;
    private final String unit;
    private final Heartbeats heartbeats;
    private final ReplaceableLink replaceableLink;
    private final MessageRouter router;
    private LinkFiles openedFiles; // null before the first open

    public LinkFactory(
            Clock clock,
            BootTimeTicker ticker,
            RandomGenerator random,
            String unit,
            Heartbeats heartbeats,
            ReplaceableLink replaceableLink,
            MessageRouter router) {
        this.clock = clock;
        this.ticker = ticker;
        this.random = random;
        this.unit = unit;
        this.heartbeats = heartbeats;
        this.replaceableLink = replaceableLink;
        this.router = router;
    }

    /** Replaces the current link. */
    public void open(LinkSettings link) {
        LinkFiles now = new LinkFiles(link); // read before the link does: at worst one reconnect too many
        replaceableLink.open(() -> new MqttLink(
                link,
                unit,
                Version.text(),
                MessageRouter.TOPICS,
                router,
                clock,
                ticker,
                random,
                LinkTimeouts.standard(),
                heartbeats.register("link", MqttLink.heartbeatLimit(link))));
        openedFiles = now;
    }

    /** Describes each file of the current link whose content has changed since it was opened. */
    public List<String> changedFiles(LinkSettings now) {
        return openedFiles == null ? List.of() : new LinkFiles(now).changedSince(openedFiles);
    }
}
