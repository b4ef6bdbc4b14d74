package io.outrider.api;

/** How a module is found: {@link java.util.ServiceLoader} reads implementations of this from the class path. */
public interface ModuleFactory {
    /** The word before the dot of all its functions, and its section in the settings. */
    String name();

    /** Its section as a record, so that settings can be checked without opening anything. */
    default Class<? extends Record> settings() {
        return NoSettings.class;
    }

    /** The section of a module that has nothing to set. */
    record NoSettings() {}

    /**
     * Makes the module. Opening must be quick and must not need the hardware: what is missing is reported by the
     * functions, and found again when it appears.
     *
     * @throws Failure if the settings cannot be used
     */
    Module open(ModuleContext surroundings) throws Failure;
}
