package io.outrider.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.releases.ProjectReleases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Events of a release over the fleet: the release when its state or counts change, and each device when its deployment changes. */
final class ReleaseEventFeed implements EventFeed {
    /** Members of a release that stay as they are, and are not in its events. */
    private static final Set<String> CONSTANT = Set.of("containers", "remove_containers", "devices", "rollout");

    private final ProjectReleases releases;
    private final long account;
    private final long project;
    private final long id;
    private final Map<String, String> sent = new HashMap<>();
    private String lastRelease = "";

    ReleaseEventFeed(ProjectReleases releases, long account, long project, long id) {
        this.releases = releases;
        this.account = account;
        this.project = project;
        this.id = id;
    }

    @Override
    public List<StreamedEvent> next() {
        ObjectNode release = releases.get(account, project, id).remove(CONSTANT);
        List<StreamedEvent> events = new ArrayList<>();
        if (!release.toString().equals(lastRelease)) {
            lastRelease = release.toString();
            events.add(new StreamedEvent("release", null, lastRelease));
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
