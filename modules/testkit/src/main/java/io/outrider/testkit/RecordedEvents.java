package io.outrider.testkit;

import io.outrider.api.EventFormat;
import io.outrider.api.Events;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Events of a test: checked as the daemon does, recorded, and delivered to the listeners at once. Any thread. */
public final class RecordedEvents implements Events {
    public record Published(String tag, Map<String, Object> data) {}

    private final List<Published> published = new CopyOnWriteArrayList<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    @Override
    public void publish(String tag, Map<String, Object> data) {
        EventFormat.check(tag, data);
        published.add(new Published(tag, data));
        listeners.forEach(each -> each.event(tag, data));
    }

    @Override
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    public List<Published> published() {
        return List.copyOf(published);
    }

    public List<String> tags() {
        return published.stream().map(Published::tag).toList();
    }
}
