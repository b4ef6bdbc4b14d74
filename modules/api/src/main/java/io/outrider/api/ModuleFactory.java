package io.outrider.api;

import java.util.List;
import java.util.Map;

/** Service provider of a module, loaded by {@link java.util.ServiceLoader}. */
public interface ModuleFactory {
    /** Prefix of the module's function names, and its section in the settings. */
    String name();

    /** The section as a record, so that settings can be checked without opening the module. */
    default Class<? extends Record> settings() {
        return NoSettings.class;
    }

    record NoSettings() {}

    /** All sections of the module by name: its own, and further ones that no other module has. */
    default Map<String, Class<? extends Record>> sections() {
        return Map.of(name(), settings());
    }

    /** Declarations of exactly the functions that the opened module has. Touches no hardware. */
    List<Signature<?>> signatures();

    /** Error codes of the module's own, for the registry; common ones are not among them. */
    default List<ErrorCode> errors() {
        return List.of();
    }

    /** Checks that need neither settings nor the open module, for {@code outrider doctor} while no daemon runs. */
    default List<Check> standaloneChecks() {
        return List.of();
    }

    /**
     * Opens the module. Quick, and independent of the hardware: missing hardware is reported by the functions and
     * detected again by later calls.
     *
     * @throws Failure if the settings cannot be used
     */
    Module open(ModuleContext context) throws Failure;
}
