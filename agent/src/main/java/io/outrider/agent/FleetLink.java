package io.outrider.agent;

import io.outrider.agent.jobs.Jobs;
import io.outrider.agent.link.LinkFiles;
import io.outrider.agent.link.LinkSettings;
import io.outrider.agent.link.MqttLink;
import io.outrider.agent.notify.Loops;
import io.outrider.agent.settings.Settings;
import io.outrider.agent.vitals.Version;
import io.outrider.api.Failure;
import java.util.List;
import java.util.function.Consumer;

/** Makes the link that the settings describe, and knows whether its files hold something else since. One thread. */
final class FleetLink {
    private final World world;
    private final String unit;
    private final Loops loops;
    private final Uplink uplink;
    private final Consumer<String> state;
    private LinkFiles read; // null before the first

    /** @param state told in a few words how the link is */
    FleetLink(World world, String unit, Loops loops, Uplink uplink, Consumer<String> state) {
        this.world = world;
        this.unit = unit;
        this.loops = loops;
        this.uplink = uplink;
        this.state = state;
    }

    /** Instead of the present one. */
    void open(Settings from, Jobs jobs) throws Failure {
        LinkSettings link = from.section("link", LinkSettings.class);
        state.accept(link.url() == null ? "no link to the fleet is set" : "not connected to the fleet yet");
        LinkFiles now = new LinkFiles(link); // before the link reads them: rather one reconnect too many
        uplink.open(
                listener -> new MqttLink(
                        link,
                        unit,
                        Version.text(),
                        List.of("command"),
                        listener,
                        world.clock(),
                        world.ticker(),
                        world.random(),
                        loops.register("link", MqttLink.longestTurn(link))),
                jobs);
        read = now;
    }

    /** For people, a line for each file of the present link that holds something else than when it was made. */
    List<String> changedFiles(Settings now) throws Failure {
        return read == null ? List.of() : new LinkFiles(now.section("link", LinkSettings.class)).changedSince(read);
    }
}
