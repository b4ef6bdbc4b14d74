package io.outrider.agent.fleet.mqtt;

import io.outrider.api.InvalidArgumentException;
import java.util.List;

/** Topics of the unit: {@code <prefix>/<unit>/<name>}. */
final class Topics {
    private final String own;
    private final List<TopicSubscription> subscribed;

    Topics(String prefix, String unit, List<TopicSubscription> subscribed) {
        if (unit.isEmpty() || unit.matches(".*[/+#\\x00].*")) {
            throw new InvalidArgumentException("unit", "'" + unit + "' cannot be a part of a topic");
        }
        this.own = prefix + "/" + unit + "/";
        this.subscribed = List.copyOf(subscribed);
    }

    String full(String name) {
        return own + name;
    }

    List<TopicSubscription> subscriptions() {
        return subscribed.stream()
                .map(each -> new TopicSubscription(full(each.name()), each.retained()))
                .toList();
    }

    /** The subscribed name, or null for a foreign topic. */
    String name(String topic) {
        String name = topic.startsWith(own) ? topic.substring(own.length()) : "";
        return subscribed.stream().anyMatch(each -> each.name().equals(name)) ? name : null;
    }
}
