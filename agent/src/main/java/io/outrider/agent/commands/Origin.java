package io.outrider.agent.commands;

import java.util.Locale;

/** Origin of a job. */
public enum Origin {
    FLEET,
    /** A person or a container on the unit, over the local API. */
    LOCAL,
    /** A logger, at its interval; its jobs are neither announced nor counted, and have slots of their own. */
    LOGGER,
    TRIGGER,
    /** A module, through its context; as {@link #LOCAL} otherwise. */
    MODULE;

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
