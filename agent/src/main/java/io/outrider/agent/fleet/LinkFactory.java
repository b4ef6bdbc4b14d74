package io.outrider.agent.fleet;

import io.outrider.agent.fleet.mqtt.LinkFiles;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.fleet.mqtt.MqttLink;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Failure;
import java.time.Clock;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes the link that the settings describe, and knows whether its files hold something else since. One thread. */
public final class LinkFactory {
    private final Clock clock;
    private final BootTimeTicker ticker;
    private final RandomGenerator random;
    private final String unit;
    private final Heartbeats loops;
    private final ReplaceableLink uplink;
    private final MessageRouter inbound;
    private LinkFiles read; // null before the first

    public LinkFactory(
            Clock clock,
            BootTimeTicker ticker,
            RandomGenerator random,
            String unit,
            Heartbeats loops,
            ReplaceableLink uplink,
            MessageRouter inbound) {
        this.clock = clock;
        this.ticker = ticker;
        this.random = random;
        this.unit = unit;
        this.loops = loops;
        this.uplink = uplink;
        this.inbound = inbound;
    }

    /** Instead of the present one. */
    public void open(Settings from) throws Failure {
        LinkSettings link = from.section("link", LinkSettings.class);
        LinkFiles now = new LinkFiles(link); // before the link reads them: rather one reconnect too many
        uplink.open(() -> new MqttLink(
                link,
                unit,
                Version.text(),
                MessageRouter.TOPICS,
                inbound,
                clock,
                ticker,
                random,
                loops.register("link", MqttLink.longestTurn(link))));
        read = now;
    }

    /** For people, a line for each file of the present link that holds something else than when it was made. */
    public List<String> changedFiles(Settings now) throws Failure {
        return read == null ? List.of() : new LinkFiles(now.section("link", LinkSettings.class)).changedSince(read);
    }
}
