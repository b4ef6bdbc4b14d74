package io.outrider.agent.vehicle.state;

import io.outrider.agent.runtime.events.EventBus;
import io.outrider.api.Conditions;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Ticker;
import io.outrider.api.VehicleErrors;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * State of the vehicle; changes are published as events {@code vehicle/<part>/<state>}. Any thread; conditions take no
 * lock, so that listeners may check them.
 */
public final class VehicleState implements ReadingObserver, Conditions, Health.Source {
    private final EventBus events;
    private final BiConsumer<Instant, Timestamp> clock;
    private final RotationState engine;
    private final RotationState motor;
    private final Communication communication;
    private final Battery battery;
    private final PositionState position;
    private volatile VehicleSettings settings;
    private volatile Map<String, String> states = Map.of();

    public VehicleState(
            VehicleSettings settings, Ticker ticker, EventBus events, BiConsumer<Instant, Timestamp> clock) {
        this.settings = settings;
        this.events = events;
        this.clock = clock;
        engine = new RotationState("engine", this::changed, ticker);
        motor = new RotationState("motor", this::changed, ticker);
        communication = new Communication(this::changed, ticker);
        battery = new Battery(this::changed, ticker);
        position = new PositionState(this::changed, ticker);
    }

    private void changed(String group, String word, Map<String, Object> data) {
        Map<String, String> next = new TreeMap<>(states);
        next.put(group, word);
        states = next;
        events.add("vehicle/" + group + "/" + word, data);
    }

    /** Applies from the next reading on. */
    public void configure(VehicleSettings other) {
        settings = other;
    }

    @Override
    public void read(TelemetryRecord record) {
        Signal signal = Signal.of(record);
        synchronized (this) {
            apply(signal);
        }
        events.flush();
        if (signal.utc() != null) {
            clock.accept(signal.utc(), record.at());
        }
    }

    private void apply(Signal signal) {
        if (signal.isFromVehicle()) {
            communication.answered();
        }
        switch (signal.kind()) {
            case ENGINE -> engine.read(signal.number());
            case MOTOR -> motor.read(signal.number());
            case SPEED -> {
                if (settings.electric()) {
                    motor.read(signal.number());
                }
            }
            case BATTERY -> battery.read(signal.number(), settings);
            case POSITION -> position.read(signal.number(), settings.movingKmh());
            case OTHER -> {}
        }
    }

    @Override
    public void failed(String function, List<Object> arg, Failure failure) {
        FailedQuery query = FailedQuery.of(function, arg);
        synchronized (this) {
            if (query.isForVehicle() && FailedQuery.isAnswer(failure)) {
                communication.answered();
            }
            if (FailedQuery.concernsVehicle(failure)) {
                applyFailure(query, failure);
            }
        }
        events.flush();
    }

    private void applyFailure(FailedQuery query, Failure failure) {
        String reason = failure.getMessage();
        if (query.isForVehicle() && failure.is(VehicleErrors.BUS_PAUSED)) {
            busSilent(reason);
            return;
        }
        if (query.isForVehicle() && FailedQuery.isMiss(failure)) {
            communication.failed(reason);
        }
        switch (query.kind()) {
            case ENGINE -> engine.failed(reason);
            case MOTOR -> motor.failed(reason);
            case SPEED -> {
                if (settings.electric()) {
                    motor.failed(reason);
                }
            }
            case BATTERY -> battery.failed(reason);
            case POSITION -> position.failed(reason);
            case OTHER -> {}
        }
    }

    /** Reports that the bus is silent: no further query will be sent, and none will fail. */
    public void silent(String reason) {
        synchronized (this) {
            busSilent(reason);
        }
        events.flush();
    }

    @Override
    public BatteryScale battery() {
        return BatteryScale.of(settings);
    }

    private void busSilent(String reason) {
        engine.lost(reason);
        if (motor.isKnown()) { // most vehicles have none
            motor.lost(reason);
        }
        communication.lost(reason);
    }

    /** Expires states without readings for ten minutes; called about once a minute. */
    public void check() {
        synchronized (this) {
            List.of(engine, motor, communication, battery, position).forEach(PartState::check);
        }
        events.flush();
    }

    @Override
    public boolean hold(List<String> when) {
        Map<String, String> now = states;
        for (String condition : when) {
            String word = ConditionNames.positive(condition);
            int cut = word.indexOf('/');
            boolean holds = cut > 0 && word.substring(cut + 1).equals(now.get(word.substring(0, cut)));
            if (holds == ConditionNames.isNegative(condition)) {
                return false;
            }
        }
        return true;
    }

    /** Known states by part, such as {@code engine}. */
    public Map<String, String> states() {
        return new LinkedHashMap<>(states);
    }

    @Override
    public Health health() {
        return new Health(new LinkedHashMap<>(states), List.of(), List.of());
    }
}
