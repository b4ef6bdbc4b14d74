package io.outrider.bench.car.drive;

import java.util.random.RandomGenerator;

/** Simple simulation of a 1.5 t hybrid in small time steps; plausible values, not engineering data. */
final class Physics {
    static final double AMBIENT_C = 12;
    private static final double MASS_KG = 1_500;
    private static final double ROLLING_N = 165;
    private static final double DRAG = 0.4; // N/(m/s)²
    private static final double MAX_ACCELERATION = 2.2; // m/s²
    private static final double MAX_DECELERATION = 2.4; // m/s²
    private static final double PEAK_WATTS = 95_000;
    private static final double PEAK_RPM = 5_500;
    private static final double TANK_GRAMS = 50 * 745.0;
    private static final double AIR_TO_FUEL = 14.7;
    private static final double BATTERY_KWH = 12;
    private static final double ELECTRIC_SHARE = 0.3;
    private static final double CHARGED_SOC = 80;

    private final RandomGenerator random;
    private double acceleration;
    private double wander;

    Physics(RandomGenerator random) {
        this.random = random;
    }

    static DriveState parked() {
        return new DriveState(
                Phase.ASLEEP,
                0,
                0,
                AMBIENT_C,
                100,
                12.5,
                new EngineState(false, 0, 0, 0, 0, AMBIENT_C, AMBIENT_C, AMBIENT_C, 101, 0, 0),
                new BatteryState(CHARGED_SOC, volts(CHARGED_SOC, 0), 0, 0, AMBIENT_C + 4, 0, 0));
    }

    DriveState step(DriveState now, DriveRoute.Leg leg, double intoPhase, double dt) {
        boolean running = leg.phase() != Phase.ENGINE_OFF
                && leg.phase() != Phase.ASLEEP
                && (leg.phase() != Phase.START || intoPhase >= 1.5);
        wander = wander * (1 - dt / 4) + random.nextGaussian() * Math.sqrt(dt) * 0.5;
        double speed = speed(now, leg, dt);
        double metres = speed / 3.6 * dt;
        double watts = watts(speed);
        EngineState engine = engine(now, leg, running, speed, watts, dt);
        BatteryState battery = leg.phase() == Phase.ASLEEP
                ? plugged(now.battery(), dt)
                : battery(now.battery(), speed, watts, running, dt);
        double burnt = engine.mafGramsPerSecond() / AIR_TO_FUEL * dt;
        return new DriveState(
                leg.phase(),
                speed,
                now.odometerKm() + metres / 1_000,
                AMBIENT_C,
                now.fuelPercent() - burnt / TANK_GRAMS * 100,
                lag(now.volts(), supply(leg.phase(), running), leg.phase() == Phase.START ? 0.25 : 3, dt),
                engine,
                battery);
    }

    private double speed(DriveState now, DriveRoute.Leg leg, double dt) {
        double target = leg.targetKmh() == 0 ? 0 : leg.targetKmh() + wander;
        double before = now.speedKmh() / 3.6;
        double most = MAX_ACCELERATION / (1 + before / 12);
        double wanted = Math.max(-MAX_DECELERATION, Math.min(most, (target / 3.6 - before) / 2.5));
        acceleration = lag(acceleration, wanted, 0.6, dt);
        double after = before + acceleration * dt;
        if (after <= 0 || target == 0 && after < 0.25) {
            acceleration = 0;
            return 0;
        }
        return after * 3.6;
    }

    /** Power at the wheels; below 0 while braking. */
    private double watts(double speedKmh) {
        double speed = speedKmh / 3.6;
        return (MASS_KG * acceleration + (speed > 0 ? ROLLING_N : 0) + DRAG * speed * speed) * speed;
    }

    private EngineState engine(
            DriveState car, DriveRoute.Leg leg, boolean running, double speed, double watts, double dt) {
        EngineState now = car.engine();
        double inlet = AMBIENT_C + (running ? 22 - speed / 10 : 4);
        double intake = lag(now.intakeC(), inlet, 60, dt);
        if (!running) {
            double cooling = leg.phase() == Phase.ASLEEP
                    ? 110
                    : 900; // fast cooling while asleep, so that the next start is cold
            return new EngineState(
                    false,
                    0,
                    0,
                    0,
                    0,
                    lag(now.coolantC(), AMBIENT_C, cooling, dt),
                    lag(now.oilC(), AMBIENT_C, cooling * 1.1, dt),
                    lag(intake, AMBIENT_C, cooling, dt),
                    lag(now.mapKpa(), 101, 0.5, dt),
                    0,
                    0);
        }
        int gear = Gearbox.gear(now.gear(), speed, leg.targetKmh() > 0);
        double start = now.running() ? now.rpm() : 250;
        double rpm = lag(start, Gearbox.rpm(gear, speed, now.coolantC()), 0.45, dt);
        double available = PEAK_WATTS * Math.min(1, rpm / PEAK_RPM);
        double asked = 17 + 83 * Math.max(0, Math.min(1, watts * (1 - ELECTRIC_SHARE) / available)) + wander;
        double load = lag(now.loadPercent(), Math.max(5, Math.min(100, watts < -500 ? 6 : asked)), 0.4, dt);
        double coolantGoal = 91 + (load - 30) / 15;
        return new EngineState(
                true,
                rpm,
                gear,
                load,
                Math.max(0, Math.min(100, 9 + (load - 15) * 0.75)),
                lag(now.coolantC(), coolantGoal, now.coolantC() < 85 ? 210 - load : 45, dt),
                lag(now.oilC(), coolantGoal + 6, 330, dt),
                intake,
                26 + load * 0.72,
                rpm / 120 * 1.6 * 1.2 * load / 100,
                now.runSeconds() + dt);
    }

    private static BatteryState battery(BatteryState now, double speed, double watts, boolean running, double dt) {
        double share = Math.max(-22_000, Math.min(28_000, watts * (watts < 0 ? 0.55 : ELECTRIC_SHARE)));
        double asked = (share + (running ? 350 : 150)) / now.volts();
        double amps = lag(now.amps(), asked, 0.4, dt);
        double kwh = amps * now.volts() * dt / 3_600_000;
        double soc = now.socPercent() - kwh / BATTERY_KWH * 100;
        return new BatteryState(
                soc,
                volts(soc, amps),
                amps,
                speed * 78,
                lag(now.temperatureC(), AMBIENT_C + 12, 900, dt),
                now.chargedKwh() + Math.max(0, -kwh),
                now.dischargedKwh() + Math.max(0, kwh));
    }

    /** Charging while the car sleeps, to full at the wake-up. */
    private static BatteryState plugged(BatteryState now, double dt) {
        double soc = Math.min(CHARGED_SOC, now.socPercent() + dt * 40 / DriveRoute.ASLEEP_SECONDS);
        double kwh = (soc - now.socPercent()) / 100 * BATTERY_KWH;
        double amps = -kwh * 3_600_000 / dt / now.volts();
        return new BatteryState(
                soc,
                volts(soc, amps),
                amps,
                0,
                lag(now.temperatureC(), AMBIENT_C + 4, 200, dt),
                now.chargedKwh() + kwh,
                now.dischargedKwh());
    }

    private static double volts(double soc, double amps) {
        return 350 + (soc - 50) * 0.7 - amps * 0.12;
    }

    private double supply(Phase phase, boolean running) {
        if (running) {
            return 14.15 + wander * 0.04; // ripple of the alternator's regulator
        }
        return phase == Phase.START ? 10.4 : phase == Phase.ASLEEP ? 12.5 : 12.35;
    }

    private static double lag(double now, double goal, double seconds, double dt) {
        return now + (goal - now) * Math.min(1, dt / seconds);
    }
}
