package io.outrider.agent.runtime.distribution;

import java.util.Set;

/**
 * Names of functions, health sections and record types that the distribution's clients know: command line, plot, AutoPi's
 * functions, state of the vehicle, priorities of records, training of the class-data archive.
 */
public final class StandardNames {
    /** Health section and module of the vehicle's bus. */
    public static final String BUS = "obd";

    public static final String QUERY = "obd.query";
    public static final String QUERY_MANY = "obd.query_many";
    public static final String FORMULA = "obd.formula";

    // functions of the agent under AutoPi's names
    public static final String BATTERY = "obd.battery";
    public static final String MACHINE_UPTIME = "rpi.uptime";

    // functions whose results are in a support bundle
    public static final String RELEASES = "docker.release";
    public static final String SLEEP = "power.status";

    // queries that tell the vehicle's state
    public static final String RPM = "rpm";
    public static final String SPEED = "speed";
    public static final String BATTERY_VOLTAGE = "control_module_voltage";

    /** Setting of the bus's interface. */
    public static final String BUS_INTERFACE = "obd.can";

    /** Setting that nothing is sent on the bus. */
    public static final String LISTEN_ONLY = "obd.listen_only";

    /** Function that returns the frames on the bus, in candump's form. */
    public static final String RECORD = "obd.dump";

    /** Module of satellite positions. */
    public static final String SATELLITES = "gnss";

    /** Namespace of positions. */
    public static final String TRACK = "track";

    /** Record type of a position. */
    public static final String POSITION = "track.pos";

    public static final String ACCELERATION = "acc";

    public static final String TROUBLE_CODES = "obd.dtc";

    /** Namespaces of record types that are the unit's, whether their modules are there or not. */
    public static final Set<String> RECORD_NAMESPACES =
            Set.of("agent", "event", "acc", "can", "ec2x", "gnss", "obd", "rpi", "spm", "track", "unit");

    private StandardNames() {}

    /** True for a function, record type or series of the module. */
    public static boolean isOf(String module, String name) {
        return name.startsWith(module + ".");
    }
}
