package io.outrider.agent.runtime.distribution;

import java.util.Set;

/**
 * Names of functions, health sections and record types that the distribution's clients know: command line, plot, AutoPi's
 * functions, priorities of records, training of the class-data archive.
 */
public final class StandardNames {
    /** Health section and module of the vehicle's bus. */
    public static final String BUS = "obd";

    public static final String QUERY = "obd.query";
    public static final String QUERY_MANY = "obd.query_many";
    public static final String FORMULA = "obd.formula";

    // functions of the agent under AutoPi's names
    public static final String BATTERY = "obd.battery";
    public static final String POWER_STATUS = "power.status";
    public static final String MACHINE_UPTIME = "rpi.uptime";

    /** Key of the machine's values in {@link #POWER_STATUS}. */
    public static final String MACHINE = "rpi";

    public static final String TROUBLE_CODES = "obd.dtc";

    /** Namespaces of record types that are the unit's, whether their modules are there or not. */
    public static final Set<String> RECORD_NAMESPACES =
            Set.of("agent", "event", "acc", "can", "ec2x", "gnss", "obd", "rpi", "spm", "track", "unit");

    private StandardNames() {}
}
