package io.outrider.bench.car.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Route of a drive: target speeds and durations by phase. Those in town and on the motorway are random, the others fixed.
 */
record DriveRoute(List<Leg> legs) {
    /** @param targetKmh speed that the driver aims at */
    record Leg(Phase phase, double seconds, double targetKmh) {}

    static final double START_SECONDS = 3;
    static final double IDLE_SECONDS = 42;
    static final double TOWN_SECONDS = 480;
    static final double MOTORWAY_SECONDS = 600;
    static final double ENGINE_OFF_SECONDS = 40;
    static final double ASLEEP_SECONDS = 600;

    DriveRoute {
        legs = List.copyOf(legs);
    }

    static DriveRoute random(RandomGenerator random) {
        List<Leg> legs = new ArrayList<>();
        legs.add(new Leg(Phase.START, START_SECONDS, 0));
        legs.add(new Leg(Phase.IDLE, IDLE_SECONDS, 0));
        for (double left = TOWN_SECONDS; left > 0; ) {
            double driving = Math.min(left, random.nextDouble(18, 45));
            legs.add(new Leg(Phase.TOWN, driving, random.nextDouble(28, 54)));
            double stop = Math.min(left - driving, random.nextDouble(14, 32)); // braking included
            legs.add(new Leg(Phase.TOWN, stop, 0));
            left -= driving + stop;
        }
        for (double left = MOTORWAY_SECONDS; left > 0; ) {
            double steady = Math.min(left, random.nextDouble(40, 80));
            legs.add(new Leg(Phase.MOTORWAY, steady, random.nextDouble(98, 132)));
            left -= steady;
        }
        legs.add(new Leg(Phase.EXIT, 25, 70));
        legs.add(new Leg(Phase.EXIT, 30, 45));
        legs.add(new Leg(Phase.EXIT, 30, 0));
        legs.add(new Leg(Phase.STOP, 15, 0));
        legs.add(new Leg(Phase.ENGINE_OFF, ENGINE_OFF_SECONDS, 0));
        legs.add(new Leg(Phase.ASLEEP, ASLEEP_SECONDS, 0));
        return new DriveRoute(legs);
    }

    double seconds() {
        return legs.stream().mapToDouble(Leg::seconds).sum();
    }
}
