package io.outrider.agent.vehicle.state;

import io.outrider.agent.runtime.events.EventBus;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Ticker;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * What the vehicle is doing. Changes are told as events {@code vehicle/<part>/<word>}. Any thread; conditions take no
 * lock, so that listeners may ask for them.
 */
public final class VehicleState implements ReadingObserver, Conditions, Health.Source {
    private final EventBus occurrences;
    private final BiConsumer<Instant, Timestamp> clock;
    private final RotationState engine;
    private final RotationState motor;
    private final Communication communication;
    private final Battery battery;
    private final PositionState position;
    private volatile VehicleSettings settings;
    private volatile Map<String, String> states = Map.of();

    /** @param clock told the time of position fixes */
    public VehicleState(
            VehicleSettings settings, Ticker ticker, EventBus occurrences, BiConsumer<Instant, Timestamp> clock) {
        this.settings = settings;
        this.occurrences = occurrences;
        this.clock = clock;
        engine = new RotationState(status("engine"), new MissCounter(ticker));
        motor = new RotationState(status("motor"), new MissCounter(ticker));
        communication = new Communication(status("communication"), new MissCounter(ticker));
        NominalVoltage nominal = new NominalVoltage(status("battery/nominal_voltage"));
        battery = new Battery(status("battery"), new MissCounter(ticker), nominal, ticker);
        position = new PositionState(status("position"), new MissCounter(ticker));
    }

    private StateChannel status(String group) {
        return new StateChannel(group, this::changed);
    }

    private void changed(String group, String word, Map<String, Object> data) {
        Map<String, String> next = new TreeMap<>(states);
        next.put(group, word);
        states = next;
        occurrences.add("vehicle/" + group + "/" + word, data);
    }

    /** From the next reading on. */
    public void configure(VehicleSettings other) {
        settings = other;
    }

    @Override
    public void read(TelemetryRecord sample) {
        Signal known = Signal.of(sample);
        synchronized (this) {
            take(known);
        }
        occurrences.flush();
        if (known.utc() != null) {
            clock.accept(known.utc(), sample.at());
        }
    }

    private void take(Signal known) {
        if (known.isFromVehicle()) {
            communication.answered();
        }
        switch (known.kind()) {
            case ENGINE -> engine.read(known.number());
            case MOTOR -> motor.read(known.number());
            case SPEED -> {
                if (settings.electric()) {
                    motor.read(known.number());
                }
            }
            case BATTERY -> battery.read(known.number(), settings);
            case POSITION -> position.read(known.number(), settings.movingKmh());
            case OTHER -> {}
        }
    }

    @Override
    public void failed(String function, List<Object> arg, Failure failure) {
        FailedQuery asked = FailedQuery.of(function, arg);
        synchronized (this) {
            if (asked.isForVehicle() && FailedQuery.isAnswer(failure)) {
                communication.answered();
            }
            if (FailedQuery.tellsOfVehicle(failure)) {
                lose(asked, failure);
            }
        }
        occurrences.flush();
    }

    private void lose(FailedQuery asked, Failure failure) {
        String reason = failure.getMessage();
        if (asked.isForVehicle() && FailedQuery.isSilence(failure)) {
            fallSilent(reason);
            return;
        }
        if (asked.isForVehicle() && FailedQuery.isMiss(failure)) {
            communication.failed(reason);
        }
        switch (asked.kind()) {
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

    /** The vehicle's bus has fallen silent: nothing will be asked any more, so that nothing will fail either. */
    public void silent(String reason) {
        synchronized (this) {
            fallSilent(reason);
        }
        occurrences.flush();
    }

    @Override
    public BatteryScale battery() {
        return BatteryScale.of(settings);
    }

    private void fallSilent(String reason) {
        engine.stop(reason);
        motor.forget(reason);
        communication.lost(reason);
    }

    /** Gives up what has not been heard of for long. To be called now and then: once a minute is enough. */
    public void check() {
        synchronized (this) {
            engine.check();
            motor.check();
            communication.check();
            battery.check();
            position.check();
        }
        occurrences.flush();
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

    @Override
    public Health health() {
        return new Health(new LinkedHashMap<>(states), List.of(), List.of());
    }
}
