package io.outrider.agent.builtin.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.testkit.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpdateCheckTest {
    @TempDir
    Path folder;

    private final TestContext context = new TestContext();
    private final Map<String, Object> status = new HashMap<>(Map.of("installed", "1.2.0", "state", "none"));
    private UpdatePaths paths;

    @BeforeEach
    void make() throws Exception {
        paths = new UpdatePaths(folder.resolve("data"), folder.resolve("root"), folder, folder);
        Files.createDirectories(paths.fetched());
        Files.createDirectories(paths.installation());
    }

    private CheckReport report(String unitState) throws Exception {
        RequestedInstallation installation =
                new RequestedInstallation(paths, context.inhibitors(), context.ticker(), 300);
        UpdateOutcome outcome = new UpdateOutcome(paths, context.events(), context.clock());
        RootPart root = new RootPart(List.of("sh", "-c", "echo " + unitState));
        return new UpdateCheck(root, installation, outcome).report(status);
    }

    private void outcome(String result) throws Exception {
        Files.writeString(
                paths.installation().resolve("outcome.json"),
                "{\"id\": \"1\", \"result\": \"%s\", \"message\": \"what happened\"}".formatted(result));
    }

    @Test
    void aUnitThatIsUpToDateIsOk() throws Exception {
        assertThat(report("active")).isEqualTo(CheckReport.ok("update", "none yet"));
        outcome("updated");
        assertThat(report("active")).isEqualTo(CheckReport.ok("update", "the last one: updated"));
        status.put("installed", null);
        assertThat(report("inactive").verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aWaitingUpdateIsOkAndSaysForWhat() throws Exception {
        status.put("state", "waiting");
        status.put("waits_for", "the vehicle is in use");
        assertThat(report("active"))
                .isEqualTo(CheckReport.ok("update", "waits for an idle unit: the vehicle is in use"));
        status.remove("waits_for");
        assertThat(report("active").text()).isEqualTo("under way: waiting");
    }

    @Test
    void nobodyWhoTakesRequestsIsLookedAtAndBadWithARequest() throws Exception {
        CheckReport look = report("inactive");
        assertThat(look.verdict()).isEqualTo(Verdict.LOOK);
        assertThat(look.remedy()).startsWith("systemctl enable --now outrider-update.path");
        Files.writeString(paths.request(), "sha256=\n");
        assertThat(report("failed").verdict()).isEqualTo(Verdict.BAD);
        assertThat(report("active").verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void anInstallationThatDoesNotGoOnIsBad() throws Exception {
        Files.writeString(paths.state(), "step=install\n");
        CheckReport bad = report("inactive");
        assertThat(bad.verdict()).isEqualTo(Verdict.BAD);
        assertThat(bad.remedy()).startsWith("systemctl start outrider-update.service");
    }

    @Test
    void anUpdateThatWentBackIsLookedAtAndAFailedOneIsBad() throws Exception {
        outcome("went_back");
        assertThat(report("active").verdict()).isEqualTo(Verdict.LOOK);
        outcome("failed");
        CheckReport bad = report("active");
        assertThat(bad.verdict()).isEqualTo(Verdict.BAD);
        assertThat(bad.text()).isEqualTo("what happened");
    }
}
