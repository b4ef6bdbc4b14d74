package io.outrider.agent.runtime.settings;

/** Entry of a list of tables whose name occurs once in the list. */
public interface NamedEntry {
    String uniqueName();
}
