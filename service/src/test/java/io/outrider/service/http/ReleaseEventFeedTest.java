package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.Projects;
import io.outrider.service.releases.ReleaseDevices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseEventFeedTest {
    private static final int DEVICES = 1_500;
    private static final int MOST_CHARACTERS = 200_000;

    private final ObjectMapper mapper = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void theDevicesOfALargeReleaseComeInTurnsOfBoundedSizeAndEachOnce() throws IOException {
        try (ServedAccounts served = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder)) {
            ReleaseDevices devices = new ReleaseDevices(served.devices);
            ProjectReleases releases = new ProjectReleases(served.database, devices, served.clock);
            for (int i = 0; i < DEVICES; i++) {
                served.enrolled("van-" + i, "secret");
            }
            served.database.write().useHandle(handle -> handle.execute("UPDATE device SET containers = 1"));
            ObjectNode body = (ObjectNode) mapper.readTree(
                    "{\"version\": \"1\", \"containers\": [{\"name\": \"app\", \"image\": \"a\", \"tag\": \"1\"}]}");
            served.devices
                    .ofAccount(served.account)
                    .forEach(each -> body.withArray("devices").add(each.id()));
            long project = new Projects(served.database, devices)
                    .create(served.account, mapper.createObjectNode().put("name", "fleet"))
                    .get("id")
                    .longValue();
            long release =
                    releases.create(served.account, project, body).get("id").longValue();
            ReleaseEventFeed feed = new ReleaseEventFeed(releases, served.account, project, release, new HashMap<>());
            List<String> deployments = new ArrayList<>();
            int turns = 0;
            for (List<StreamedEvent> turn = feed.next(); !turn.isEmpty(); turn = feed.next()) {
                turns++;
                assertThat(turn.stream().mapToInt(each -> each.data().length()).sum())
                        .isLessThan(MOST_CHARACTERS);
                for (StreamedEvent each : turn) {
                    if (each.name().equals("deployment")) {
                        deployments.add(
                                mapper.readTree(each.data()).get("device_id").textValue());
                    }
                }
            }
            assertThat(turns).isGreaterThan(1);
            assertThat(deployments).hasSize(DEVICES).doesNotHaveDuplicates();
        }
    }
}
