package io.outrider.bench.car.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Scripted drive of about half an hour: start, idle, town, motorway, exit, stop, engine off, bus asleep. It repeats with a
 * continuous odometer. The tank is filled while the car sleeps if the next drive would nearly empty it.
 */
public final class ScriptedDrive implements VehicleMotion {
    private static final double STEP_SECONDS = 0.1;
    private static final double FIRST_ODOMETER_KM = 48_211.3;
    private static final double FIRST_CHARGED_KWH = 1_905;
    private static final double FIRST_DISCHARGED_KWH = 1_740;
    private static final double RESERVE_PERCENT = 12;

    private final List<DriveState> samples;
    private final DriveState begin;
    private final DriveState end;

    /** The same seed gives the same drive. */
    public ScriptedDrive(long seed) {
        DriveRoute route = DriveRoute.random(new SplittableRandom(seed));
        List<DriveState> first = simulate(route, seed, Physics.parked());
        samples =
                simulate(route, seed, first.get(first.size() - 1)); // the second round begins warm, as the first ended
        begin = samples.get(0);
        end = samples.get(samples.size() - 1);
    }

    /** The standard drive from the beginning of town traffic. */
    public static VehicleMotion inTown() {
        ScriptedDrive drive = new ScriptedDrive(1);
        return drive.from(drive.startOf(Phase.TOWN));
    }

    private static List<DriveState> simulate(DriveRoute route, long seed, DriveState parked) {
        Physics physics = new Physics(new SplittableRandom(seed + 1));
        List<DriveState> states = new ArrayList<>();
        DriveState now = parked;
        Phase phase = null;
        double intoPhase = 0;
        for (DriveRoute.Leg leg : route.legs()) {
            intoPhase = leg.phase() == phase ? intoPhase : 0;
            phase = leg.phase();
            for (long steps = Math.round(leg.seconds() / STEP_SECONDS); steps > 0; steps--) {
                now = physics.step(now, leg, intoPhase, STEP_SECONDS);
                intoPhase += STEP_SECONDS;
                states.add(now);
            }
        }
        return states;
    }

    /** Duration of one round. */
    public double seconds() {
        return samples.size() * STEP_SECONDS;
    }

    /** Start of the phase, in seconds after the start of the drive. */
    public double startOf(Phase phase) {
        for (int i = 0; i < samples.size(); i++) {
            if (samples.get(i).phase() == phase) {
                return i * STEP_SECONDS;
            }
        }
        throw new IllegalArgumentException("there is no " + phase + " in this drive");
    }

    @Override
    public DriveState at(double seconds) {
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("a drive begins at 0 seconds, not at " + seconds);
        }
        long round = (long) Math.floor(seconds / seconds());
        double step = (seconds - round * seconds()) / STEP_SECONDS;
        int index = Math.min(samples.size() - 1, (int) step);
        DriveState now = samples.get(index);
        if (index + 1 < samples.size()) {
            now = now.towards(samples.get(index + 1), Math.min(1, step - index));
        }
        return shifted(now, round);
    }

    private DriveState shifted(DriveState state, long round) {
        double burnt = begin.fuelPercent() - end.fuelPercent();
        long roundsOnOneTank = Math.max(1, (long) ((100 - RESERVE_PERCENT) / burnt));
        BatteryState battery = state.battery();
        return new DriveState(
                state.phase(),
                state.speedKmh(),
                FIRST_ODOMETER_KM
                        + round * (end.odometerKm() - begin.odometerKm())
                        + state.odometerKm()
                        - begin.odometerKm(),
                state.ambientC(),
                100 - (round % roundsOnOneTank) * burnt - (begin.fuelPercent() - state.fuelPercent()),
                state.volts(),
                state.engine(),
                battery.plus(
                        FIRST_CHARGED_KWH
                                + round
                                        * (end.battery().chargedKwh()
                                                - begin.battery().chargedKwh())
                                - begin.battery().chargedKwh(),
                        FIRST_DISCHARGED_KWH
                                + round
                                        * (end.battery().dischargedKwh()
                                                - begin.battery().dischargedKwh())
                                - begin.battery().dischargedKwh()));
    }
}
