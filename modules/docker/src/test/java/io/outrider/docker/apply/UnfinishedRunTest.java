package io.outrider.docker.apply;

import static io.outrider.docker.apply.ModelUnitFixture.project;
import static io.outrider.docker.apply.ModelUnitFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.RunJournalEntry;
import io.outrider.docker.release.OwnerPolicy;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import io.outrider.docker.release.ReleaseReader;
import io.outrider.docker.release.Releases;
import io.outrider.testkit.Announces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Runs that could not be taken back or cleaned up after, and the releases that follow them. */
final class UnfinishedRunTest {
    private static final ModelEngine.Behaviour EXITS = new ModelEngine.Behaviour("exited", 1, null, 0);

    @TempDir
    Path folder;

    private ModelUnitFixture unit;
    private ModelEngine engine;
    private Map<String, String> before;
    private Project three;

    @BeforeEach
    void releaseOneRuns() throws Exception {
        unit = new ModelUnitFixture(folder).withReleaseOne();
        engine = unit.engine;
        before = unit.snapshot();
        three = project("3", List.of(), spec("app", "app", "3"), spec("web-3", "web", "3"), spec("log", "app", "1"));
    }

    private Path journals() {
        return folder.resolve("journals");
    }

    private String reason() {
        return String.valueOf(unit.reports.projects().get(0).get("reason"));
    }

    /** Release 2 fails, and web-1 of release 1 does not start again. */
    private String failedWayBack() throws Exception {
        String web = "start " + engine.named("web-1").id();
        engine.refused.add(web);
        engine.behaviours.put("r.io/app:2", EXITS);
        assertThat(unit.change(unit.two).failure().code()).isEqualTo("WAY_BACK_FAILED");
        return web;
    }

    @Test
    void anotherReleaseIsAppliedThoughTheOneBeforeCannotBeTakenBack() throws Exception {
        failedWayBack();
        assertThat(unit.change(unit.two).failure().code()).isEqualTo("WAY_BACK_FAILED");
        assertThat(unit.reports.projects().get(0).get("error").toString()).contains("restored=false");
        assertThat(unit.applier.recover()).isFalse();
        assertThat(unit.change(three).failure()).isNull();
        assertThat(journals()).isEmptyDirectory();
        assertThat(unit.applier.isRecovered()).isTrue();
        assertThat(engine.containers.values())
                .extracting(each -> each.name() + " " + each.state().status())
                .containsExactlyInAnyOrder("app running", "web-3 running", "log running", "other running");
    }

    @Test
    void anInitialContainerThatTheRunBeforeHasRenamedIsRemovedByTheReleaseThatSucceeds() throws Exception {
        EngineContainer legacy = engine.named("legacy-2");
        String back = "rename " + legacy.id() + " legacy-2";
        engine.refused.add(back);
        engine.behaviours.put("r.io/app:2", EXITS);
        Project same = project("2", List.of(), spec("legacy-2", "app", "2"));
        assertThat(unit.change(same).failure().code()).isEqualTo("WAY_BACK_FAILED");
        assertThat(engine.named("legacy-2-outrider-old").id()).isEqualTo(legacy.id());
        assertThat(unit.change(project("3", List.of(), spec("legacy-2", "app", "3")))
                        .failure())
                .isNull();
        assertThat(journals()).isEmptyDirectory();
        assertThat(engine.containers.values())
                .extracting(EngineContainer::name)
                .containsExactlyInAnyOrder("legacy-2", "other");
    }

    @Test
    void ifThatReleaseFailsTooTheWayBackIsToWhatRanBeforeBoth() throws Exception {
        String web = failedWayBack();
        engine.behaviours.put("r.io/app:3", EXITS);
        assertThat(unit.change(three).failure().code()).isEqualTo("WAY_BACK_FAILED");
        unit.restart();
        assertThat(unit.applier.recover()).isFalse();
        engine.refused.remove(web);
        assertThat(unit.applier.recover()).isTrue();
        assertThat(unit.snapshot()).isEqualTo(before);
        assertThat(journals()).isEmptyDirectory();
    }

    @Test
    void aFolderThatCannotBePutBackIsNotLostByAnotherRelease() throws Exception {
        failedWayBack();
        Path purged = folder.resolve("outside/app"); // the owner has taken it out of purge_below meanwhile
        Path aside = Files.createDirectories(folder.resolve("outside/app.bak"));
        try (RunJournal journal = RunJournal.open(journals().resolve("p.journal"))) {
            journal.append(List.of(new RunJournalEntry.SetAside(purged)));
        }
        assertThat(unit.change(three).failure().code()).isEqualTo("WAY_BACK_FAILED");
        assertThat(aside).exists();
        assertThat(unit.applier.isRecovered()).isFalse();
        Files.move(aside, purged);
        assertThat(unit.change(three).failure()).isNull();
        assertThat(unit.applier.isRecovered()).isTrue();
    }

    @Test
    void aCleanUpThatFailsIsReportedAndHoldsUpNoOtherRelease() throws Exception {
        String legacy = engine.named("legacy-2").id();
        engine.refused.add("remove " + legacy);
        assertThat(unit.change(unit.two).failure()).isNull();
        assertThat(unit.applier.isRecovered()).isFalse();
        assertThat(unit.phase()).isEqualTo("applied");
        assertThat(reason()).contains("could not all be removed");
        assertThat(unit.applier.recover()).isFalse();

        Project later = new Project("p", "3", "hash3", three.containers(), List.of(), List.of());
        assertThat(unit.change(later).failure()).isNull();
        assertThat(unit.store.applied().getOrDefault("p", "")).isEqualTo("hash3");
        assertThat(journals().resolve("p~.journal")).exists();
        assertThat(reason()).contains("could not all be removed");

        unit.restart();
        engine.refused.clear();
        assertThat(unit.applier.recover()).isTrue();
        assertThat(engine.containers).doesNotContainKey(legacy);
        assertThat(unit.store.applied().getOrDefault("p", ""))
                .as("the rest commits nothing")
                .isEqualTo("hash3");
        assertThat(unit.applier.remains(later)).isNull();
        assertThat(journals()).isEmptyDirectory();
    }

    @Test
    void theRestOfACommittedRunDeletesNoFolderThatALaterRunHasSetAside() throws Exception {
        engine.refused.add("remove " + engine.named("legacy-2").id());
        assertThat(unit.change(unit.two).failure()).isNull();
        Files.createDirectories(unit.purged);
        Files.writeString(unit.purged.resolve("file"), "live");
        Project later = project("3", List.of(), spec("app", "app", "3", unit.purged), spec("web-2", "web", "2"));
        engine.onStart = () -> {
            throw new AssertionError("the daemon is killed");
        };
        assertThatThrownBy(() -> unit.change(new Project("p", "3", "hash3", later.containers(), List.of(), List.of())))
                .isInstanceOf(AssertionError.class);
        assertThat(journals().resolve("p~.journal")).exists();
        assertThat(unit.purged.resolveSibling("app.bak/file")).hasContent("live");

        unit.restart();
        engine.onStart = () -> {};
        engine.refused.clear();
        engine.fault(0, 1, false, () -> {
            throw new Failure(DockerErrors.ENGINE_ABSENT, "no engine answers");
        });
        assertThat(unit.applier.recover()).isFalse();
        assertThat(unit.applier.recover()).isTrue();
        assertThat(unit.purged.resolve("file")).hasContent("live");
        assertThat(journals()).isEmptyDirectory();
    }

    @Test
    void aFolderOfJournalsThatCannotBeReadIsNotRecovered() throws Exception {
        failedWayBack();
        Files.move(journals(), folder.resolve("away"));
        Files.writeString(journals(), "a file");
        unit.restart();
        assertThat(unit.applier.recover()).isFalse();
        assertThat(unit.applier.isRecovered()).isFalse();
        Files.delete(journals());
        Files.move(folder.resolve("away"), journals());
        engine.refused.clear();
        assertThat(unit.applier.recover()).isTrue();
        assertThat(unit.snapshot()).isEqualTo(before);
    }

    @Test
    @Announces("fault in the way back of .*a.journal")
    void aFaultInTheWayBackOfOneProjectHoldsUpNoOther() throws Exception {
        failedWayBack();
        List<String> lines = Files.readAllLines(journals().resolve("p.journal"));
        String begun = lines.get(0).replace("\"name\":\"p\"", "\"name\":\"a\"");
        String withoutPolicy = "{\"@type\":\"RunJournalEntry$Stopped\",\"id\":\""
                + engine.named("other").id() + "\"}";
        Files.write(journals().resolve("a.journal"), List.of(begun, withoutPolicy));
        unit.restart();
        engine.refused.clear();
        assertThat(unit.applier.recover()).isFalse();
        assertThat(journals().resolve("a.journal")).exists();
        assertThat(journals().resolve("p.journal")).doesNotExist();
    }

    @Test
    void whatSeveralReleasesCouldNotRemoveIsRemovedOnceItCanBe() throws Exception {
        List<String> old =
                List.of(engine.named("legacy-2").id(), engine.named("web-1").id());
        engine.refused.add("remove " + old.get(0));
        assertThat(unit.change(unit.two).failure()).isNull();
        engine.refused.add("remove " + engine.named("web-2").id());
        assertThat(unit.change(new Project("p", "3", "hash3", three.containers(), List.of(), List.of()))
                        .failure())
                .isNull();
        assertThat(unit.change(new Project("p", "1", "hash1", unit.one.containers(), List.of(), List.of()))
                        .failure())
                .isNull();
        engine.refused.clear();
        assertThat(unit.applier.recover()).isTrue();
        assertThat(engine.containers.values())
                .extracting(each -> each.name() + " " + each.state().status())
                .containsExactlyInAnyOrder("app running", "web-1 running", "log running", "other running");
        assertThat(journals()).isEmptyDirectory();
    }

    @Test
    void aRunWhoseJournalIsDamagedIsTakenBackByTheLinesBefore() throws Exception {
        failedWayBack();
        Files.writeString(journals().resolve("p.journal"), "\0\0\n", StandardOpenOption.APPEND);
        unit.restart();
        engine.refused.clear();
        assertThat(unit.applier.recover()).isTrue();
        assertThat(unit.snapshot()).isEqualTo(before);
        assertThat(journals()).isEmptyDirectory();
    }

    @Test
    void aFailureThatIsRepeatedIsLoggedOnce() throws Exception {
        String web = failedWayBack();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(ReleaseApplier.class);
        log.start();
        logger.addAppender(log);
        try {
            for (int i = 0; i < 3; i++) {
                assertThat(unit.applier.recover()).isFalse();
            }
            assertThat(log.list).hasSize(1);
            engine.refused.remove(web);
            assertThat(unit.applier.recover()).isTrue();
            failedWayBack();
            assertThat(unit.applier.recover()).isFalse();
            assertThat(log.list).as("after a success it is news again").hasSizeGreaterThan(1);
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void aProjectOfADocumentStaysAtTheFallbackContainersThatItWasTakenBackTo() throws Exception {
        Map<String, Object> web = Map.of("name", "web", "image", "r.io/web", "tag", "2");
        Map<String, Object> old =
                Map.of("fully_qualified_name", "web-1", "name", "web", "image", "r.io/web", "tag", "1");
        OwnerPolicy policy = new OwnerPolicy(true, true, List.of(), Set.of(), false, false, List.of());
        Releases document = new ReleaseReader(policy, "u", null, folder)
                .read(Map.of(
                        "projects",
                        List.of(Map.of(
                                "name",
                                "p",
                                "version",
                                "2",
                                "containers",
                                List.of(web),
                                "fallback_containers",
                                List.of(old)))));
        assertThat(document.refused()).isEmpty();
        Project project = document.projects().get(0);
        assertThat(unit.applier.change(project, document, StepListener.NONE).failure())
                .isNull();
        assertThat(unit.applier.rollBack(project, document, StepListener.NONE).failure())
                .isNull();
        assertThat(engine.named("web-1").labels()).containsEntry(ReleaseLabels.OWNER, "p");
        unit.restart();
        assertThat(unit.store.suspension(project))
                .get()
                .extracting(Failure::code)
                .isEqualTo("ROLLED_BACK");
    }
}
