package io.outrider.agent.vehicle.state;

import java.util.Map;

/** What one part of the vehicle does, in one word; whoever has it knows when it was heard of last. Not for threads. */
final class StateChannel {
    private final String group;
    private final Change change;
    private String word; // null while nothing is known

    /** Told of changes only. */
    @FunctionalInterface
    interface Change {
        void to(String group, String word, Map<String, Object> data);
    }

    StateChannel(String group, Change change) {
        this.group = group;
        this.change = change;
    }

    boolean is(String other) {
        return other.equals(word);
    }

    boolean isKnown() {
        return word != null;
    }

    /** @param data for the event; another with the same word is no change */
    void become(String next, Map<String, Object> data) {
        if (!next.equals(word)) {
            renew(next, data);
        }
    }

    /** Told whether or not the word is another. */
    void renew(String next, Map<String, Object> data) {
        word = next;
        change.to(group, next, data);
    }
}
