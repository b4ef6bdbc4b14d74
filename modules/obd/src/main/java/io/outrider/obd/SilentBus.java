package io.outrider.obd;

/** What loggers do while nobody is heard on the bus. */
public enum SilentBus {
    /**
     * Ask once after the machine was given power, and once a minute while something else tells that the vehicle is used; go on as long as
     * answers come. For cars that speak by themselves and for those behind a gateway.
     */
    PROBE,
    /** Nothing, until somebody is heard. */
    WAIT,
    /** Ask as if it were not silent. */
    ASK
}
