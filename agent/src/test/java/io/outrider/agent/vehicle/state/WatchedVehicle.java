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

/** A vehicle in simulated time, and what was told of it. */
final class WatchedVehicle {
    final SimulatedTime time = new SimulatedTime();
    final UnitClock clock = time.clock();
    final EventBus occurrences = new EventBus(clock);
    final List<Event> told = new ArrayList<>();
    final List<Instant> fixes = new ArrayList<>();
    final VehicleState vehicle;

    WatchedVehicle(VehicleSettings settings) {
        vehicle = new VehicleState(settings, time.ticker(), occurrences, (utc, at) -> fixes.add(utc));
        occurrences.listen(told::add);
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

    /** The same voltage as often as it is read in this time, every 5 s. */
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
        vehicle.failed(function, List.of(name), new Failure(actor, code, "why it failed"));
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

    /** All tags since the last time, without those of the nominal voltage. */
    List<String> tags() {
        List<String> tags = told.stream()
                .map(Event::tag)
                .filter(each -> !each.contains("nominal"))
                .toList();
        told.clear();
        return tags;
    }
}
