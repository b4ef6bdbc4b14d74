package io.outrider.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.releases.ProjectReleases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Events of a release over the fleet: the release when its state or counts change, and each device when its deployment changes.
 *
 * @param sent hash of the last event of each device by its id, and of that of the release by an empty one
 */
record ReleaseEventFeed(ProjectReleases releases, long account, long project, long id, Map<String, String> sent)
        implements EventFeed {
    /** Members of a release that stay as they are, and are not in its events. */
    private static final Set<String> CONSTANT = Set.of("containers", "remove_containers", "devices", "rollout");

    @Override
    public List<StreamedEvent> next() {
        List<StreamedEvent> events = new ArrayList<>();
        add(events, "release", "", releases.get(account, project, id).remove(CONSTANT));
        for (ObjectNode each : releases.deployments(account, project, id)) {
            add(events, "deployment", each.get("device_id").textValue(), each);
        }
        return events;
    }

    /** If there is no room, the event has it in the next turn. */
    private void add(List<StreamedEvent> events, String name, String device, ObjectNode json) {
        String hash = MasterKey.hash(json.toString());
        if (!DeviceEventFeed.isFull(events) && !hash.equals(sent.put(device, hash))) {
            events.add(new StreamedEvent(name, null, json.toString()));
        }
    }
}
