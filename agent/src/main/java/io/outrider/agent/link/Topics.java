package io.outrider.agent.link;

import java.util.List;
import java.util.Set;

/** The unit's own topics: {@code <prefix>/<unit>/<name>}. */
final class Topics {
    private final String own;
    private final List<String> subscribed;

    /** @throws IllegalArgumentException for a unit id that cannot be a part of a topic */
    Topics(String prefix, String unit, List<String> subscribed) {
        if (unit.isEmpty() || unit.matches(".*[/+#\\x00].*")) {
            throw new IllegalArgumentException("unit: '" + unit + "' cannot be a part of a topic");
        }
        this.own = prefix + "/" + unit + "/";
        this.subscribed = List.copyOf(subscribed);
    }

    String full(String name) {
        return own + name;
    }

    List<String> subscriptions() {
        return subscribed.stream().map(this::full).toList();
    }

    /** The subscribed name, or null for a topic that is none of ours. */
    String name(String topic) {
        String name = topic.startsWith(own) ? topic.substring(own.length()) : "";
        return Set.copyOf(subscribed).contains(name) ? name : null;
    }
}
