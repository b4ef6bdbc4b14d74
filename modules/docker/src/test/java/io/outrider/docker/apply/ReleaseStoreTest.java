package io.outrider.docker.apply;

import static io.outrider.docker.apply.ModelUnitFixture.project;
import static io.outrider.docker.apply.ModelUnitFixture.releases;
import static io.outrider.docker.apply.ModelUnitFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Registry;
import io.outrider.testkit.Announces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReleaseStoreTest {
    @TempDir
    Path folder;

    private ReleaseStore store() {
        return new ReleaseStore(folder.resolve("s"));
    }

    private static Project release(String version) {
        ContainerSpec app = spec("app", "app", version, Path.of("/data/x"));
        return new Project("p", version, "hash" + version, List.of(app), List.of(), List.of());
    }

    @Test
    void anEmptyStoreKnowsNothing() throws Exception {
        assertThat(store().applied().getOrDefault("p", "")).isEmpty();
        assertThat(store().applied()).isEmpty();
        assertThat(store().owned()).isEmpty();
        assertThat(store().before(project("1", List.of()))).isEmpty();
        assertThat(store().suspension(project("1", List.of()))).isEmpty();
    }

    @Test
    void aPullWithoutAnEndCountsOnceInEachRunOfTheDaemonUntilItEnds() throws Exception {
        ReleaseStore first = store();
        assertThat(first.beginPull("app:1")).isZero();
        assertThat(first.beginPull("app:1")).as("joined").isZero();
        assertThat(first.owned()).containsExactly("app:1");
        assertThat(store().beginPull("app:1")).isEqualTo(1);
        ReleaseStore third = store();
        assertThat(third.beginPull("app:1")).isEqualTo(2);
        third.endPull("other:1");
        third.endPull("app:1");
        assertThat(store().beginPull("app:1")).isZero();
        assertThat(folder.resolve("s/pulling.json")).content().isEqualToIgnoringNewLines("{\"app:1\":1}");
    }

    @Test
    void anEndThatCannotBeWrittenFailsNoPull() throws Exception {
        ReleaseStore first = store();
        first.beginPull("app:1");
        Files.createDirectories(folder.resolve("s/pulling.json.new/in-the-way"));
        first.endPull("app:1");
        assertThat(folder.resolve("s/pulling.json")).content().contains("app:1");
    }

    @Test
    void theReleaseBeforeIsRememberedAcrossRestartsAndRepeatedCommits() throws Exception {
        store().commit(release("1"), null);
        store().commit(release("2"), null);
        store().commit(release("2"), null);
        assertThat(store().applied().getOrDefault("p", "")).isEqualTo("hash2");
        assertThat(store().before(release("2"))).contains(release("1"));
        assertThat(store().applied()).containsExactly(Map.entry("p", "hash2"));
        Project two = project("2", List.of());
        assertThat(store().earlier(releases(two))).containsExactly(release("1"));
        assertThat(store().earlier(releases(project("3", List.of()))))
                .as("not applied yet")
                .containsExactly(release("2"));
    }

    @Test
    void noPasswordOfARegistryIsWrittenAndNobodyElseMayReadTheFiles() throws Exception {
        ContainerSpec spec = spec("app", "app", "1");
        Registry registry = new Registry("r", "https://r.io", "r.io", "me", "s3cret-word");
        ContainerSpec secret = new ContainerSpec(
                spec.name(), spec.shortName(), spec.image(), spec.required(), registry, spec.purge(), spec.config());
        store().commit(project("1", List.of(), secret), null);
        store().own(List.of("r.io/app:1"));
        try (Stream<Path> files = Files.list(folder.resolve("s"))) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file)).doesNotContain("s3cret-word");
                assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            }
        }
        assertThat(store().owned()).containsExactly("r.io/app:1");
    }

    @Test
    @Announces("is damaged, counts as empty and is now .*p.project.json.damaged")
    @Announces("is damaged, counts as empty and is now .*pulled.json.damaged")
    void aDamagedFileCountsAsEmptyAndIsSetAside() throws Exception {
        store().commit(release("1"), null);
        store().own(List.of("r.io/app:1"));
        for (String name : List.of("p.project.json", "pulled.json")) {
            Files.writeString(folder.resolve("s").resolve(name), "{\"applied\":[");
        }
        assertThat(store().applied().getOrDefault("p", "")).isEmpty();
        assertThat(store().applied()).isEmpty();
        assertThat(store().owned()).isEmpty();
        for (String name : List.of("p.project.json", "pulled.json")) {
            assertThat(folder.resolve("s").resolve(name))
                    .as("not read again, and warned of again")
                    .doesNotExist();
            assertThat(folder.resolve("s").resolve(name + ".damaged")).hasContent("{\"applied\":[");
        }
        store().commit(release("2"), null);
        store().own(List.of("r.io/web:1"));
        assertThat(store().applied().getOrDefault("p", "")).isEqualTo("hash2");
        assertThat(store().owned()).containsExactly("r.io/web:1");
    }

    @Test
    void aFileThatCannotBeReadNowIsNotReplaced() throws Exception {
        store().commit(release("1"), null);
        store().own(List.of("r.io/app:1"));
        for (String name : List.of("p.project.json", "pulled.json")) {
            Files.move(folder.resolve("s").resolve(name), folder.resolve(name));
            Files.createDirectory(folder.resolve("s").resolve(name));
        }
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> store().commit(release("2"), null),
                () -> store().resume("p"),
                () -> store().own(List.of("r.io/web:1")),
                () -> store().before(release("2")))) {
            assertThatThrownBy(call).isInstanceOfSatisfying(Failure.class, e -> {
                assertThat(e.code()).isEqualTo("RELEASE_DISK");
                assertThat(e.getMessage()).contains("cannot be read");
            });
        }
        store().failed(release("2"));
        assertThat(store().suspension(release("2")))
                .get()
                .extracting(Failure::code)
                .isEqualTo("RELEASE_DISK");
        for (String name : List.of("p.project.json", "pulled.json")) {
            Files.delete(folder.resolve("s").resolve(name));
            Files.move(folder.resolve(name), folder.resolve("s").resolve(name));
        }
        assertThat(store().applied().getOrDefault("p", "")).isEqualTo("hash1");
        assertThat(store().owned()).containsExactly("r.io/app:1");
    }

    @Test
    void ofTooManyImagesTheEldestAreForgotten() throws Exception {
        store().own(List.of("r.io/a:1", "r.io/b:1"));
        store().own(List.of("r.io/a:1"));
        store().own(IntStream.range(0, 999).mapToObj(i -> "r.io/c:" + i).toList());
        assertThat(store().owned())
                .hasSize(1_000)
                .contains("r.io/a:1", "r.io/c:998")
                .doesNotContain("r.io/b:1");
    }

    @Test
    void ofProjectsThatLeftTheDocumentOnlyThoseWithAnAppliedReleaseAreKnown() throws Exception {
        ReleaseStore store = store();
        store.commit(release("1"), null);
        Project other = new Project("other", "1", "h", List.of(), List.of(), List.of());
        store.failed(other);
        Path damaged = Files.writeString(folder.resolve("s/gone.project.json.damaged"), "{");
        store.keep(List.of("other", "gone"));
        assertThat(folder.resolve("s/other.project.json")).exists();
        assertThat(damaged).exists();
        store.keep(List.of("none"));
        assertThat(folder.resolve("s")).isDirectoryNotContaining(file -> !file.endsWith("p.project.json"));
        assertThat(store.applied().getOrDefault("p", "")).isEqualTo("hash1");
        for (int i = 0; i < 3; i++) {
            assertThat(store.suspension(other)).as("counted anew").isEmpty();
            store.failed(other);
        }
        assertThat(store.suspension(other)).isPresent();
    }

    @Test
    void aNewReleaseBeginsToCountItsFailuresAnew() throws Exception {
        for (int i = 0; i < 3; i++) {
            store().failed(project("2", List.of()));
        }
        assertThat(store().suspension(project("2", List.of()))).isPresent();
        store().failed(project("3", List.of()));
        assertThat(store().suspension(project("3", List.of()))).isEmpty();
        assertThat(store().suspension(project("2", List.of()))).isEmpty();
    }

    @Test
    void failuresAreCountedThoughTheDiskTakesNoneUntilItDoes() throws Exception {
        ReleaseStore store = store();
        Path blocker = Files.createSymbolicLink(folder.resolve("s"), folder.resolve("no folder"));
        for (int i = 0; i < 3; i++) {
            assertThat(store.suspension(project("2", List.of()))).isEmpty();
            store.failed(project("2", List.of()));
        }
        assertThat(store.suspension(project("2", List.of()))).isPresent();
        Files.delete(blocker);
        store.failed(project("2", List.of()));
        assertThat(store().suspension(project("2", List.of())))
                .get()
                .extracting(Failure::getMessage)
                .asString()
                .contains("failed 4 times");
        store.commit(release("2"), null);
        assertThat(store.suspension(project("2", List.of()))).isEmpty();
    }

    @Test
    void anInterruptedThreadReadsAndWritesAsAnyOther() throws Exception {
        Thread.currentThread().interrupt();
        store().commit(release("1"), null);
        String applied = store().applied().getOrDefault("p", "");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(applied).isEqualTo("hash1");
    }

    @Test
    void aFolderThatCannotBeWrittenIsAFailure() throws Exception {
        Files.writeString(folder.resolve("s"), "a file");
        assertThatThrownBy(() -> store().commit(release("1"), null))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("RELEASE_DISK"));
    }
}
