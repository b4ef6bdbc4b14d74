package io.outrider.docker.apply;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store of what is known of releases across restarts: a file for each project, replaced as a whole, and one for the
 * repositories. Only the daemon may read them. Any thread.
 */
public final class ReleaseStore {
    private static final Logger LOG = LoggerFactory.getLogger(ReleaseStore.class);
    private static final int ATTEMPTS = 3;
    private static final int MOST_REPOSITORIES = 1_000;
    private static final String SUFFIX = ".project.json";

    /** Failures that another attempt will hardly change, and each attempt stops the application. */
    private static final ErrorCode[] COUNTED = {
        DockerErrors.START_FAILED,
        DockerErrors.CONTAINER_EXITED,
        DockerErrors.CONTAINER_RESTARTS,
        DockerErrors.CONTAINER_UNHEALTHY,
        DockerErrors.ENGINE_REFUSED,
        DockerErrors.PORT_IN_USE,
        DockerErrors.PURGE_FAILED
    };

    private final Path folder;
    private final Path repositories;
    private final ObjectMapper json = DurableFiles.json();

    /** @param failures of the release with the hash {@code failed} */
    private record Facts(
            String project, AppliedRelease applied, AppliedRelease previous, String failed, int failures) {}

    /** @param folder of the module, created by the first write */
    public ReleaseStore(Path folder) {
        this.folder = folder;
        this.repositories = folder.resolve("repositories.json");
    }

    /** Hash of the release that is applied; empty text if there is none. */
    public synchronized String applied(String project) {
        AppliedRelease applied = facts(project).applied();
        return applied == null ? "" : applied.versionHash();
    }

    /** Repositories of images that releases have pulled. */
    public synchronized Set<String> owned() {
        String[] owned = read(repositories, String[].class);
        return owned == null ? Set.of() : Set.copyOf(Arrays.asList(owned));
    }

    /** The reason why the project is not tried by itself: rolled back by hand, or failed too often. */
    public synchronized Optional<Failure> suspension(Project project) {
        Facts facts = facts(project.name());
        String hash = project.versionHash();
        if (facts.applied() != null && hash.equals(facts.applied().takenBack())) {
            return Optional.of(new Failure(
                    DockerErrors.ROLLED_BACK,
                    project.name() + " was taken back from " + project.version()
                            + " by hand; `state.sls docker.release` applies it again"));
        }
        if (hash.equals(facts.failed()) && facts.failures() >= ATTEMPTS) {
            return Optional.of(new Failure(
                    DockerErrors.RELEASE_SUSPENDED,
                    project.name() + " " + project.version() + " failed " + facts.failures()
                            + " times; release it anew, or try it with `state.sls docker.release`"));
        }
        return Optional.empty();
    }

    /** Lets the project be tried again: its release is wanted by hand. */
    public synchronized void resume(String project) throws Failure {
        change(project, facts -> {
            AppliedRelease applied = facts.applied();
            AppliedRelease resumed = applied == null || applied.takenBack() == null
                    ? applied
                    : new AppliedRelease(applied.version(), applied.versionHash(), applied.containers(), null);
            return new Facts(project, resumed, facts.previous(), null, 0);
        });
    }

    /** Hashes of the applied releases by the names of their projects, also of those that are no longer desired. */
    public synchronized Map<String, String> applied() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .map(file -> read(file, Facts.class))
                    .filter(facts -> facts != null && facts.project() != null && facts.applied() != null)
                    .collect(Collectors.toMap(
                            Facts::project, facts -> facts.applied().versionHash(), (one, other) -> one, TreeMap::new));
        } catch (IOException e) {
            return Map.of(); // nothing was written yet
        }
    }

    /** Forgets a project that is no longer desired and whose containers are gone. */
    synchronized void forget(String project) throws Failure {
        try {
            DurableFiles.delete(file(project));
        } catch (IOException e) {
            throw DurableFiles.unwritable(folder, e);
        }
    }

    /** Releases that are gone back to by hand: of each project that is applied as it is desired, the one before. */
    public synchronized List<Project> earlier(Releases releases) {
        List<Project> all = new ArrayList<>();
        for (Project project : releases.projects()) {
            Facts facts = facts(project.name());
            if (facts.previous() != null && applied(project.name()).equals(project.versionHash())) {
                all.add(facts.previous().project(project.name()));
            }
        }
        return all;
    }

    synchronized void own(String repository) throws Failure {
        Set<String> owned = new TreeSet<>(owned());
        if (owned.size() < MOST_REPOSITORIES && owned.add(repository)) {
            write(repositories, owned);
        }
    }

    synchronized Optional<AppliedRelease> previous(String project) {
        return Optional.ofNullable(facts(project).previous());
    }

    /** Safe to repeat. A release without containers is that of a project that is no longer desired. */
    synchronized void commit(String project, AppliedRelease release) throws Failure {
        if (release.versionHash().isEmpty() && release.containers().isEmpty()) {
            forget(project);
            return;
        }
        change(project, facts -> {
            AppliedRelease before = facts.applied();
            boolean same = before != null && before.versionHash().equals(release.versionHash());
            return new Facts(project, release, same ? facts.previous() : before, null, 0);
        });
    }

    synchronized void failed(Project project, Failure failure) throws Failure {
        String hash = project.versionHash();
        if (failure.is(COUNTED)) {
            change(project.name(), facts -> {
                int failures = hash.equals(facts.failed()) ? facts.failures() + 1 : 1;
                return new Facts(project.name(), facts.applied(), facts.previous(), hash, failures);
            });
        }
    }

    private Facts facts(String project) {
        Facts facts = read(file(project), Facts.class);
        return facts != null ? facts : new Facts(project, null, null, null, 0);
    }

    private void change(String project, UnaryOperator<Facts> change) throws Failure {
        Facts before = facts(project);
        Facts after = change.apply(before);
        if (!after.equals(before)) {
            write(file(project), after);
        }
    }

    private Path file(String project) {
        return DurableFiles.of(folder, project, SUFFIX);
    }

    private <T> T read(Path file, Class<T> shape) {
        try {
            return json.readValue(DurableFiles.read(file), shape);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            LOG.warn("{} is not read and counts as empty: {}", file, IoReason.of(e));
            return null;
        }
    }

    private void write(Path file, Object value) throws Failure {
        try {
            DurableFiles.replace(file, json.writeValueAsBytes(value));
        } catch (IOException e) {
            throw DurableFiles.unwritable(file, e);
        }
    }
}
