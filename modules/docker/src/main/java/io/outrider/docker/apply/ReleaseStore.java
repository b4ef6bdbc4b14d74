package io.outrider.docker.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.LocalImages;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store of what is known of releases across restarts: a file for each project, replaced as a whole, and one for what
 * was pulled. Only the daemon may read them. Any thread.
 */
public final class ReleaseStore {
    private static final Logger LOG = LoggerFactory.getLogger(ReleaseStore.class);
    private static final int ATTEMPTS = 3;
    private static final int MOST_REFERENCES = 1_000;
    private static final String SUFFIX = ".project.json";
    private static final String DAMAGED = SUFFIX + DurableFiles.DAMAGED;
    private static final Facts NOTHING = new Facts(null, null, null, null, 0);

    private final Path folder;
    private final Path pulled;
    private final Path pulling;
    private final Set<String> begun = new HashSet<>(); // references whose pull this process has begun; guarded by this
    private final Map<String, Facts> unwritten =
            new HashMap<>(); // by project, while the disk takes none; guarded by this

    /**
     * @param rolledBack hash of the release that the applied one was rolled back; null if the fleet applied it
     * @param failures of the release with the hash {@code failed}
     */
    private record Facts(Project applied, Project previous, String rolledBack, String failed, int failures) {}

    /** @param folder of the module, created by the first write */
    public ReleaseStore(Path folder) {
        this.folder = folder;
        this.pulled = folder.resolve("pulled.json");
        this.pulling = folder.resolve("pulling.json");
    }

    private static String hash(Project release) {
        return release == null ? "" : release.versionHash();
    }

    /** Tags and digests of images that releases have pulled. */
    public synchronized Set<String> owned() throws Failure {
        return Set.copyOf(Arrays.asList(read(pulled, new String[0])));
    }

    /** The reason why the project is not tried by itself: rolled back, or failed too often. */
    public synchronized Optional<Failure> suspension(Project project) {
        Facts facts;
        try {
            facts = facts(project.name());
        } catch (Failure e) {
            return Optional.of(e);
        }
        String hash = project.versionHash();
        if (hash.equals(facts.rolledBack())) {
            return Optional.of(new Failure(
                    DockerErrors.ROLLED_BACK,
                    project.name() + " was rolled back from " + project.version()
                            + "; `state.sls docker.release` applies it again"));
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
        Facts facts = facts(project);
        change(project, new Facts(facts.applied(), facts.previous(), null, null, 0));
    }

    /** Hashes of the applied releases by the names of their projects, also of those that are no longer desired. */
    public synchronized Map<String, String> applied() {
        return all().stream()
                .map(Facts::applied)
                .filter(Objects::nonNull)
                .collect(Collectors.toMap(Project::name, Project::versionHash, (one, other) -> one, TreeMap::new));
    }

    /** Releases that a rollback goes to. */
    public synchronized List<Project> earlier(Releases releases) throws Failure {
        List<Project> earlier = new ArrayList<>();
        for (Project each : releases.projects()) {
            before(each).ifPresent(earlier::add);
        }
        return earlier;
    }

    /** Release that ran before the desired one, with its images; the one that runs if the desired one is not applied. */
    synchronized Optional<Project> before(Project desired) throws Failure {
        Facts facts = facts(desired.name());
        String hash = desired.versionHash();
        boolean applied = hash.equals(hash(facts.applied())) && !hash.equals(facts.rolledBack());
        return Optional.ofNullable(applied ? facts.previous() : facts.applied());
    }

    /** Releases that are applied, and those before them, of all projects. */
    public synchronized List<Project> remembered() {
        return all().stream()
                .flatMap(facts -> Stream.of(facts.applied(), facts.previous()))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Notes tags or digests as pulled; of too many, the eldest are forgotten, and no clean-up removes their images. */
    synchronized void own(Collection<String> references) throws Failure {
        Set<String> owned = new LinkedHashSet<>(Arrays.asList(read(pulled, new String[0])));
        owned.removeAll(references);
        owned.addAll(references);
        DurableFiles.replace(
                pulled,
                owned.stream().skip(Math.max(0, owned.size() - MOST_REFERENCES)).toList());
    }

    /** Notes an image as pulled, and the begin of its pull; returns how many runs of the daemon before had a pull without an end. */
    synchronized int beginPull(String reference) throws Failure {
        own(List.of(reference));
        TreeMap<String, Integer> unended = read(pulling, new TreeMap<>());
        if (begun.add(reference)) {
            unended.keySet().retainAll(owned());
            unended.merge(reference, 1, Integer::sum);
            DurableFiles.replace(pulling, unended);
        }
        return unended.getOrDefault(reference, 1) - 1;
    }

    /** Notes that a pull has succeeded, or failed by itself; if that cannot be written, only the log has it. */
    public synchronized void endPull(String reference) {
        try {
            TreeMap<String, Integer> unended = read(pulling, new TreeMap<>());
            if (begun.remove(reference) && unended.remove(reference) != null) {
                DurableFiles.replace(pulling, unended);
            }
        } catch (Failure e) {
            LOG.warn("pull of {}: {}", reference, e.getMessage());
        }
    }

    /** Names of the containers of the applied release. */
    synchronized Set<String> containers(String project) throws Failure {
        return Stream.ofNullable(facts(project).applied())
                .flatMap(release -> release.containers().stream())
                .map(ContainerSpec::name)
                .collect(Collectors.toSet());
    }

    /**
     * Safe to repeat. A release without hash and containers is that of a project that is no longer desired.
     *
     * @param release with the images that run
     * @param rolledBack hash of the release that is rolled back; null for a release of the fleet
     */
    synchronized void commit(Project release, String rolledBack) throws Failure {
        String name = release.name();
        String hash = release.versionHash();
        if (hash.isEmpty() && release.containers().isEmpty()) {
            DurableFiles.delete(file(name));
            unwritten.remove(name);
            return;
        }
        Facts facts = facts(name);
        boolean same = hash.equals(hash(facts.applied())) && LocalImages.sameImages(release, facts.applied());
        change(name, new Facts(release, same ? facts.previous() : facts.applied(), rolledBack, null, 0));
    }

    /** Counts a failure of a run that stopped or started containers, on a full disk until the daemon ends. */
    synchronized void failed(Project project) {
        String name = project.name();
        String hash = project.versionHash();
        try {
            Facts facts = facts(name);
            int failures = hash.equals(facts.failed()) ? facts.failures() + 1 : 1;
            Facts next = new Facts(facts.applied(), facts.previous(), facts.rolledBack(), hash, failures);
            unwritten.put(name, next);
            change(name, next);
        } catch (Failure e) {
            LOG.warn("release of {}: {}", name, e.getMessage());
        }
    }

    /** Deletes what is known of other projects, unless a release of them is applied: they have left the document. */
    public synchronized void keep(Collection<String> projects) {
        unwritten.keySet().retainAll(projects);
        try {
            for (String suffix : List.of(SUFFIX, DAMAGED)) {
                Set<Path> kept = projects.stream()
                        .map(each -> DurableFiles.of(folder, each, suffix))
                        .collect(Collectors.toSet());
                for (Path file : DurableFiles.list(folder, suffix)) {
                    if (!kept.contains(file)
                            && (suffix.equals(DAMAGED) || read(file, NOTHING).applied() == null)) {
                        DurableFiles.delete(file);
                    }
                }
            }
        } catch (Failure e) {
            LOG.warn("{}", e.getMessage());
        }
    }

    /** Facts of all projects whose files can be read. */
    private List<Facts> all() {
        List<Facts> all = new ArrayList<>();
        try {
            for (Path file : DurableFiles.list(folder, SUFFIX)) {
                all.add(read(file, NOTHING));
            }
        } catch (Failure e) {
            LOG.warn("{}", e.getMessage());
        }
        return all;
    }

    private Facts facts(String project) throws Failure {
        Facts facts = unwritten.get(project);
        return facts == null ? read(file(project), NOTHING) : facts;
    }

    private void change(String project, Facts facts) throws Failure {
        if (!facts.equals(read(file(project), NOTHING))) {
            DurableFiles.replace(file(project), facts);
        }
        unwritten.remove(project);
    }

    private Path file(String project) {
        return DurableFiles.of(folder, project, SUFFIX);
    }

    /** @param nothing value of a file that is absent or damaged */
    private static <T> T read(Path file, T nothing) throws Failure {
        try {
            byte[] text = DurableFiles.read(file);
            try {
                T value = DurableFiles.JSON.readerFor(nothing.getClass()).readValue(text);
                return Objects.requireNonNullElse(value, nothing);
            } catch (JsonProcessingException e) {
                LOG.warn("{} is damaged, counts as empty and is now {}", file, DurableFiles.setAside(file));
            }
        } catch (NoSuchFileException e) {
            return nothing;
        } catch (IOException e) {
            throw DurableFiles.unreadable(file, e);
        }
        return nothing;
    }
}
