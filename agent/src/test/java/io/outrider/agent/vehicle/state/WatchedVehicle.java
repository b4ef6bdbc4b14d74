package io.outrider.agent.vehicle.state;

import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.api.Failure;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Vehicle in simulated time, with its published events. */
final class WatchedVehicle {
    final SimulatedTime time = new SimulatedTime();
    final UnitClock clock = time.clock();
    final EventBus bus = new EventBus(clock);
    final List<Event> events = new ArrayList<>();
    final List<Instant> fixes = new ArrayList<>();
    final VehicleState vehicle;

    WatchedVehicle(VehicleSettings settings) {
        vehicle = new VehicleState(settings, time.ticker(), bus, (utc, at) -> fixes.add(utc));
        bus.listen(events::add);
    }

    WatchedVehicle() {
        this(VehicleSettings.defaults());
    }

    void read(String type, Map<String, Object> fields) {
        vehicle.read(new TelemetryRecord(type, clock.now(), fields, Priority.NORMAL));
    }

    void rpm(double value) {
        read("obd.rpm", Map.of("value", value, "unit", "revolutions_per_minute"));
    }

    void battery(double volts) {
        read("obd.bat", Map.of("voltage", volts, "level", 1, "state", "whatever"));
    }

    /** Reads the same voltage every 5 s during this time. */
    void battery(double volts, Duration during) {
        for (long s = 0; s < during.toSeconds(); s += 5) {
            battery(volts);
            pass(5);
        }
    }

    void position(double kmh) {
        read("track.pos", Map.of("sog", kmh, "loc", Map.of("lat", 57.0, "lon", 9.9)));
    }

    void fails(String function, String name, Failure.Actor actor, String code) {
        vehicle.failed(function, List.of(name), Failure.reported(actor, code, "why it failed"));
    }

    void silence(String name) {
        fails("obd.query", name, Failure.Actor.VEHICLE, "NO_DATA");
    }

    void pass(long seconds) {
        time.pass(Duration.ofSeconds(seconds));
    }

    Timestamp now() {
        return clock.now();
    }

    /** Tags of the events since the last call, without the nominal voltage. */
    List<String> tags() {
        List<String> tags = events.stream()
                .map(Event::tag)
                .filter(each -> !each.contains("nominal"))
                .toList();
        events.clear();
        return tags;
    }
}
