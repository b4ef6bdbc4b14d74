package io.outrider.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.matrix.UnitState.Sighting;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UnitStateTest {
    private static final MatrixPoint STEP = new MatrixPoint(1, "stop app", 1);

    private static Sighting running(String id, String image) {
        return new Sighting(id, image, "running", "unless-stopped", "at " + id);
    }

    private static UnitState state(Map<String, Sighting> containers, String data, String applied, String... left) {
        return new UnitState(new TreeMap<>(containers), data, List.of(left), applied);
    }

    private static Map<String, Sighting> oldContainers() {
        Map<String, Sighting> all = new TreeMap<>();
        all.put("app", running("a1", "team/app:1"));
        all.put("web-1", running("b1", "team/web:1"));
        all.put("log", running("c1", "team/log:1"));
        all.put("foreign", new Sighting("f1", "local/legacy:1", "running", "always", "at f1"));
        return all;
    }

    private static Map<String, Sighting> newContainers() {
        Map<String, Sighting> all = oldContainers();
        all.remove("web-1");
        all.put("app", running("a2", "team/app:2"));
        all.put("web-2", running("b2", "team/web:2"));
        return all;
    }

    private static final UnitState OLD = state(oldContainers(), "old", "hash1");
    private static final UnitState NEW = state(newContainers(), "", "hash2");

    private static MatrixResult judge(MatrixFault fault, UnitState after) {
        return MatrixResult.judge(new MatrixCase(MatrixScenario.UPGRADE, STEP, fault), OLD, after);
    }

    private static List<String> problems(UnitState after) {
        return judge(MatrixFault.KILLED, after).problems();
    }

    @Test
    void allOfTheOldAndAllOfTheNewAreGood() {
        assertThat(judge(MatrixFault.KILLED, OLD).end()).isEqualTo("old");
        assertThat(judge(MatrixFault.KILLED, OLD).good()).isTrue();
        assertThat(judge(MatrixFault.KILLED, NEW).end()).isEqualTo("new");
        assertThat(judge(MatrixFault.KILLED, NEW).good()).isTrue();
    }

    @Test
    void aMixtureIsNeither() {
        Map<String, Sighting> mixed = newContainers();
        mixed.put("app", running("a1", "team/app:1"));
        MatrixResult result = judge(MatrixFault.KILLED, state(mixed, "", "hash2"));
        assertThat(result.good()).isFalse();
        assertThat(result.end()).isEmpty();
        assertThat(result.problems()).singleElement().asString().contains("app", "another image");
    }

    @Test
    void aContainerTooManyAndOneTooFewAreSeen() {
        Map<String, Sighting> more = newContainers();
        more.put("app-outrider-old", running("a1", "team/app:1"));
        assertThat(problems(state(more, "", "hash2"))).anyMatch(each -> each.contains("app-outrider-old"));
        Map<String, Sighting> fewer = oldContainers();
        fewer.remove("web-1");
        assertThat(problems(state(fewer, "old", "hash1"))).anyMatch(each -> each.contains("instead of"));
    }

    @Test
    void aStoppedContainerAndALostRestartPolicyAreSeen() {
        Map<String, Sighting> stopped = oldContainers();
        stopped.put("app", new Sighting("a1", "team/app:1", "exited", "unless-stopped", "at a1"));
        assertThat(problems(state(stopped, "old", "hash1"))).containsExactly("app is exited");
        Map<String, Sighting> policy = oldContainers();
        policy.put("app", new Sighting("a1", "team/app:1", "running", "no", "at a1"));
        assertThat(problems(state(policy, "old", "hash1")))
                .singleElement()
                .asString()
                .contains("restart policy");
        Map<String, Sighting> copy = oldContainers();
        copy.put("app", running("a7", "team/app:1"));
        assertThat(problems(state(copy, "old", "hash1")))
                .singleElement()
                .asString()
                .contains("another container");
    }

    @Test
    void whatTheReleaseLeavesAloneMayStartAnewWithTheEngineOnly() {
        for (String name : List.of("foreign", "log")) {
            Map<String, Sighting> restarted = newContainers();
            Sighting before = restarted.get(name);
            restarted.put(name, new Sighting(before.id(), before.image(), "running", before.policy(), "later"));
            UnitState after = state(restarted, "", "hash2");
            assertThat(problems(after)).singleElement().asString().contains(name, "was touched");
            assertThat(judge(MatrixFault.RESTART, after).good()).isTrue();
            restarted.put(name, new Sighting("other", before.image(), "running", before.policy(), "later"));
            assertThat(judge(MatrixFault.RESTART, state(restarted, "", "hash2")).good())
                    .isFalse();
        }
    }

    @Test
    void dataJournalAndAppliedReleaseCount() {
        assertThat(problems(state(newContainers(), "old", "hash2")))
                .singleElement()
                .asString()
                .contains("data");
        assertThat(problems(state(oldContainers(), "", "hash1")))
                .singleElement()
                .asString()
                .contains("data");
        assertThat(problems(state(newContainers(), "", "hash1")))
                .singleElement()
                .asString()
                .contains("applied");
        assertThat(problems(state(newContainers(), "", "hash2", "fleet.journal")))
                .containsExactly("fleet.journal is left");
        assertThat(problems(state(oldContainers(), "old", "hash1", "data.bak"))).containsExactly("data.bak is left");
    }

    @Test
    void aReleaseThatFailsNeverEndsWithTheNew() {
        Map<String, Sighting> all = newContainers();
        all.put("web-3", running("b3", "team/web:3"));
        all.remove("web-2");
        MatrixCase failing = new MatrixCase(MatrixScenario.WAY_BACK, STEP, MatrixFault.ERROR);
        assertThat(MatrixResult.judge(failing, OLD, state(all, "", "hash3")).good())
                .isFalse();
        assertThat(MatrixResult.judge(failing, OLD, OLD).end()).isEqualTo("old");
    }

    @Test
    void theTableShowsEndsFaultsThatDoNotApplyAndWhatWasNotRun() {
        MatrixPoint silent = new MatrixPoint(2, "note a release with a very long name as applied", 0);
        MatrixResult good = judge(MatrixFault.KILLED, NEW);
        MatrixResult wrong = judge(MatrixFault.CANCEL, state(newContainers(), "old", "hash2"));
        String[] lines = MatrixTable.text(
                        Map.of(MatrixScenario.UPGRADE, List.of(STEP, silent)), List.of(good, wrong.after(1.25)))
                .split("\n");
        assertThat(lines[0]).startsWith("upgrade").contains("error", "vehicle");
        int killed = lines[0].indexOf("killed ");
        assertThat(lines[1]).startsWith(" 1 stop app");
        assertThat(lines[1].substring(killed)).startsWith("new ");
        assertThat(lines[1].substring(lines[0].indexOf("cancel"))).startsWith("WRONG");
        assertThat(lines[1].substring(lines[0].indexOf("error"))).startsWith(". ");
        assertThat(lines[2].substring(lines[0].indexOf("error"))).startsWith("- ");
        assertThat(lines[2]).contains("…");
        assertThat(wrong.after(1.25).toString()).contains("upgrade step 1 (stop app) cancel: neither, 1.3 s [data is");
    }

    @Test
    void scenariosAreAllDifferentAndNameTheirImages() {
        assertThat(MatrixScenario.UPGRADE.local())
                .containsExactly("team/app:1", "team/log:1", "team/web:0", "team/web:1");
        assertThat(MatrixScenario.FIRST.local()).isEmpty();
        assertThat(MatrixScenario.ROLLBACK.local()).contains("team/app:1", "team/app:2", "team/web:2");
        assertThat(MatrixScenario.ROLLBACK.history()).containsExactly(1, 2);
        assertThat(MatrixScenario.ROLLBACK.containersAfter()).containsOnlyKeys("app", "web-1", "log");
        assertThat(MatrixScenario.FIRST.history()).isEmpty();
        assertThat(MatrixScenario.WAY_BACK.containersAfter()).containsEntry("web-3", "team/web:3");
    }
}
