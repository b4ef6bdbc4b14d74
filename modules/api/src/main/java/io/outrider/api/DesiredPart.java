package io.outrider.api;

import java.util.Map;
import java.util.Set;

/**
 * Part of the fleet's desired document, which a module or a part of the daemon answers for. One thread calls its methods, in
 * the order {@link #validate}, {@link #apply}, {@link #report}; the last also at each connection and on request. An unchecked exception is a
 * fault of the part, which does not get the document then; the other parts do.
 */
public interface DesiredPart {
    /** Members of the document that this part reads; a member has one part. Called once, at the registration. */
    Set<String> members();

    /**
     * Checks the part's members before anything is applied: a failure refuses the whole document, and the last good one stays
     * in force. A part that can apply the rest of a partly bad member does so, and says in its report what it refused.
     *
     * @param members values by name, of JSON's types; absent members are absent
     */
    void validate(Map<String, ?> members) throws Failure;

    /**
     * Applies the members of each new document, also if they are those of the last. Takes seconds at most: longer work is
     * begun and reported later.
     */
    void apply(Map<String, ?> members);

    /** Members of the report to the fleet, of JSON's types; a member of the agent or of an earlier part is left out. */
    Map<String, Object> report();
}
