package io.outrider.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.releases.ProjectReleases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Events of a release over the fleet: the release when its state or counts change, and each device when its deployment changes.
 *
 * @param sent last event of each device by its id, and that of the release by an empty one
 */
record ReleaseEventFeed(ProjectReleases releases, long account, long project, long id, Map<String, String> sent)
        implements EventFeed {
    /** Members of a release that stay as they are, and are not in its events. */
    private static final Set<String> CONSTANT = Set.of("containers", "remove_containers", "devices", "rollout");

    @Override
    public List<StreamedEvent> next() {
        List<StreamedEvent> events = new ArrayList<>();
        String release = releases.get(account, project, id).remove(CONSTANT).toString();
        if (!release.equals(sent.put("", release))) {
            events.add(new StreamedEvent("release", null, release));
        }
        for (ObjectNode each : releases.deployments(account, project, id)) {
            String text = each.toString();
            if (!text.equals(sent.put(each.get("device_id").textValue(), text))) {
                events.add(new StreamedEvent("deployment", null, text));
            }
        }
        return events;
    }
}
