package io.outrider.bench.measure;

/** Published figures of other agents, which this bench has not measured; from the facts of the project, {@code anchors.md}. */
final class ComparedAgents {
    static final String START = "published: FleetWise investigates above 5 s";
    static final String MEMORY = "published: Greengrass needs 96 MB, FleetWise investigates above 50 MB,"
            + " nucleus-lite less than 5, later 15 MB";
    static final String SIZE = "published: image of balena's supervisor 62.8 MB, Greengrass needs 256 MB of disk;"
            + " Mender and Kanto none";
    static final String EXPOSURE = "Kanto, Mender, FleetWise, Greengrass 9.6, rauc-hawkbit-updater 9.2";

    private ComparedAgents() {}
}
