package io.outrider.docker.plan;

import static io.outrider.docker.plan.PlanFixtures.UNLESS_STOPPED;
import static io.outrider.docker.plan.PlanFixtures.container;
import static io.outrider.docker.plan.PlanFixtures.image;
import static io.outrider.docker.plan.PlanFixtures.spec;
import static io.outrider.docker.plan.PlanFixtures.state;
import static io.outrider.docker.plan.PlanFixtures.texts;
import static io.outrider.docker.plan.PlanFixtures.with;
import static io.outrider.docker.plan.PlanFixtures.withFolders;
import static io.outrider.docker.plan.PlanFixtures.world;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.plan.RunJournalEntry.Begun;
import io.outrider.docker.plan.RunJournalEntry.Committed;
import io.outrider.docker.plan.RunJournalEntry.Renamed;
import io.outrider.docker.plan.RunJournalEntry.SetAside;
import io.outrider.docker.plan.RunJournalEntry.Stopped;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.ReleaseLabels;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WayBackTest {
    private static final ImageName APP = image("app", "1");
    private static final Path DATA = Path.of("/d/data");

    private static EngineContainer app(String id, String name, String status) {
        return container(id, spec(name, APP, "{}"), image(APP, "one"), status);
    }

    private static EngineContainer made(String run) {
        return with(app("c2", "app", "running"), "app", Map.of(ReleaseLabels.RUN, run));
    }

    @Test
    void whatTheRunMadeIsRemovedAndWhatItChangedIsAsBefore() {
        List<RunJournalEntry> journal = List.of(
                new Renamed("c1", "app", "app-outrider-old"),
                new Stopped("c1", "app", UNLESS_STOPPED, true),
                new Stopped("c3", "first", UNLESS_STOPPED, false),
                new SetAside(DATA));
        World world = withFolders(
                world(
                        List.of(made("r"), app("c1", "app-outrider-old", "exited"), app("c3", "first", "exited")),
                        List.of(),
                        Map.of()),
                DATA,
                Path.of("/d/data.bak"));
        assertThat(texts(WayBack.steps("r", journal, world)))
                .containsExactly(
                        "remove container app",
                        "put folder /d/data back",
                        "rename app-outrider-old to app",
                        "leave first stopped with restart policy unless-stopped",
                        "start app again with restart policy unless-stopped");
    }

    @Test
    void nothingIsLeftToDoWhenAllIsAsBefore() {
        EngineContainer old = with(app("c1", "app", "running"), state("running", 0), UNLESS_STOPPED);
        List<RunJournalEntry> journal = List.of(
                new Renamed("c1", "app", "app-outrider-old"),
                new Stopped("c1", "app", UNLESS_STOPPED, true),
                new Stopped("gone", "gone", UNLESS_STOPPED, true),
                new SetAside(DATA));
        World world = withFolders(world(List.of(old), List.of(), Map.of()), DATA);
        assertThat(WayBack.steps("r", journal, world)).isEmpty();
        assertThat(WayBack.steps("r", List.of(), world)).isEmpty();
    }

    @Test
    void containersOfOtherRunsStay() {
        assertThat(WayBack.steps("r", List.of(), world(List.of(made("before")), List.of(), Map.of())))
                .isEmpty();
    }

    @Test
    void theFirstOfSeveralEntriesHasWhatWasBefore() {
        List<RunJournalEntry> journal = List.of(
                new Stopped("c1", "app", UNLESS_STOPPED, true), new Stopped("c1", "app", RestartPolicy.NO, false));
        World world = world(List.of(app("c1", "app", "exited")), List.of(), Map.of());
        assertThat(WayBack.steps("r", journal, world))
                .containsExactly(new ReleaseStep.RestoreContainer("c1", "app", UNLESS_STOPPED, true));
    }

    @Test
    void aNameThatSomebodyElseTookMeanwhileStaysTheirs() {
        List<RunJournalEntry> journal =
                List.of(new Renamed("c1", "app", "old"), new Stopped("c1", "app", RestartPolicy.NO, true));
        World world = world(List.of(app("c1", "old", "exited"), app("x", "app", "running")), List.of(), Map.of());
        assertThat(texts(WayBack.steps("r", journal, world))).containsExactly("start app again with restart policy no");
    }

    @Test
    void afterTheCommitTheRestIsRemoved() {
        List<RunJournalEntry> journal = List.of(
                new Renamed("c1", "app", "app-outrider-old"),
                new Stopped("c3", "first", UNLESS_STOPPED, true),
                new SetAside(DATA));
        World world = withFolders(
                world(
                        List.of(made("r"), app("c1", "app-outrider-old", "exited"), app("c3", "first", "exited")),
                        List.of(),
                        Map.of()),
                Path.of("/d/data.bak"));
        assertThat(texts(WayBack.finish(journal, world, List.of(), Set.of())))
                .containsExactly(
                        "remove container app-outrider-old", "remove container first", "delete folder /d/data.bak");
        assertThat(WayBack.finish(journal, world(List.of(made("r")), List.of(), Map.of()), List.of(), Set.of()))
                .isEmpty();
    }

    @Test
    void aContainerThatTheAppliedReleaseHasAgainIsNotRemoved() {
        List<RunJournalEntry> journal = List.of(
                new Stopped("c1", "web-1", UNLESS_STOPPED, true), new Stopped("c3", "first", UNLESS_STOPPED, true));
        World world = world(List.of(app("c1", "web-1", "running"), app("c3", "first", "exited")), List.of(), Map.of());
        assertThat(texts(WayBack.finish(journal, world, List.of(), Set.of("web-1"))))
                .containsExactly("remove container first");
    }

    @Test
    void afterTheCommitOfASecondRunOnlyWhatThatOneHasStoppedIsRemoved() {
        List<RunJournalEntry> journal = List.of(
                new Begun("r", null, null),
                new Stopped("c1", "kept", UNLESS_STOPPED, true),
                new Begun("r", null, null),
                new Stopped("c3", "first", UNLESS_STOPPED, true),
                new Committed());
        World world = world(List.of(app("c1", "kept", "exited"), app("c3", "first", "exited")), List.of(), Map.of());
        assertThat(texts(WayBack.finish(journal, world, List.of(), Set.of())))
                .containsExactly("remove container first", "start kept again with restart policy unless-stopped");
    }

    @Test
    void aContainerThatOnlyTheRunBeforeHasRenamedIsBackAfterTheCommitOfASecondRun() {
        List<RunJournalEntry> journal = List.of(
                new Begun("r", null, null),
                new Renamed("c1", "initial", "initial-outrider-old"),
                new Stopped("c1", "initial", UNLESS_STOPPED, true),
                new Renamed("c2", "app", "app-outrider-old"),
                new Stopped("c2", "app", UNLESS_STOPPED, true),
                new Begun("r", null, null),
                new Committed());
        World world = world(
                List.of(
                        app("c1", "initial-outrider-old", "exited"),
                        app("c2", "app-outrider-old", "exited"),
                        app("c3", "app", "running")),
                List.of(),
                Map.of());
        assertThat(texts(WayBack.finish(journal, world, List.of(), Set.of("app"))))
                .containsExactly(
                        "rename initial-outrider-old to initial",
                        "start initial again with restart policy unless-stopped");
    }
}
