package io.outrider.bench.service;

/** Database and broker that the service is checked with. */
enum ServiceLayout {
    /** One instance with everything embedded. */
    SQLITE,
    /** One instance with a database server. */
    POSTGRESQL,
    /** One instance with a broker that is not its own. */
    MOSQUITTO,
    /** Two instances on one database server, their brokers in a cluster, and a unit at each. */
    CLUSTER
}
