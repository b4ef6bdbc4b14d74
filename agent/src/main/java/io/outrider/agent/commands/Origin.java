package io.outrider.agent.commands;

import java.util.Locale;

/** Who asked. */
public enum Origin {
    /** The fleet service, over the link. */
    FLEET,
    /** A person or a container on the unit, over the local API. */
    LOCAL,
    /** A logger, as often as its settings say; its jobs are neither announced nor counted, and always have a place. */
    LOGGER,
    /** An event that the settings have a call for. */
    TRIGGER;

    /** As the log has it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
