package io.outrider.docker.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Registry;
import io.outrider.docker.release.Releases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Planner of releases: from what is on the unit and what is desired to steps. Pure.
 *
 * @param earlier releases that a rollback goes to; their images stay
 */
public record ReleasePlanner(Releases releases, List<Project> earlier) {
    /** End of the name that a container has while its own is needed. */
    public static final String OLD = "-outrider-old";

    /**
     * Plan of one project; one that left the desired document has no containers, and an empty version and hash.
     *
     * @param world without the registries' digests if the change follows its pulls at once: what was pulled counts
     * @throws Failure NAME_IN_USE, PORT_IN_USE, AUTO_REMOVE, PURGE_FORBIDDEN or PURGE_FAILED: nothing can be done before somebody acts
     */
    public ReleasePlan plan(Project project, World world) throws Failure {
        LocalImages images = new LocalImages(world);
        ContainerOwnership ownership = new ContainerOwnership(project, releases);
        List<EngineContainer> others = world.containers().stream()
                .filter(container -> !ownership.owns(container))
                .toList();
        refuse(project.containers().stream().flatMap(spec -> Clashes.names(spec, others)));
        Map<String, EngineContainer> byName = new LinkedHashMap<>();
        world.containers().forEach(container -> byName.put(container.name(), container));
        List<ContainerSpec> created = created(project, world, images, byName);
        Set<String> anew = created.stream().map(ContainerSpec::name).collect(Collectors.toSet());
        List<EngineContainer> obsolete = obsolete(ownership, world, anew);
        for (EngineContainer old : obsolete) {
            if (old.state().running() && old.hostConfig().path("AutoRemove").asBoolean()) {
                throw new Failure(
                        DockerErrors.AUTO_REMOVE,
                        "container " + old.name() + " runs with --rm, and there would be no way back to it: stop it"
                                + " with docker.stop, or start it without --rm");
            }
        }
        boolean applied = project.versionHash().equals(world.applied().getOrDefault(project.name(), ""));

        List<ReleaseStep> change = new ArrayList<>();
        List<ReleaseStep> finish = new ArrayList<>();
        Set<String> taken = new HashSet<>(byName.keySet());
        project.containers().forEach(spec -> taken.add(spec.name()));
        for (ContainerSpec spec : created) {
            EngineContainer old = byName.get(spec.name());
            if (old != null) {
                change.add(new ReleaseStep.RenameContainer(old.id(), old.name(), oldName(old.name(), taken)));
            }
        }
        created.forEach(spec -> change.add(new ReleaseStep.CreateContainer(spec)));
        obsolete.stream()
                .filter(old -> old.state().running() || restarts(old))
                .forEach(old -> change.add(new ReleaseStep.StopContainer(old.id(), old.name())));
        List<Path> folders = folders(created, obsolete, world);
        folders.forEach(folder -> change.add(new ReleaseStep.SetFolderAside(folder)));
        List<String> started = project.containers().stream()
                .filter(spec -> anew.contains(spec.name()) || !isUp(byName.get(spec.name()), applied))
                .map(ContainerSpec::name)
                .toList();
        started.forEach(name -> change.add(new ReleaseStep.StartContainer(name)));
        List<String> running = project.containers().stream()
                .map(ContainerSpec::name)
                .filter(name ->
                        started.contains(name) || byName.get(name).state().running())
                .toList();
        if (!change.isEmpty()) { // also just before it: what had to free a port may have failed
            refuse(project.containers().stream().flatMap(spec -> Clashes.ports(spec, others)));
        }
        if (!change.isEmpty() && !running.isEmpty()) {
            change.add(new ReleaseStep.Prove(running));
        }
        if (!change.isEmpty() || !applied) {
            finish.add(new ReleaseStep.Commit(project.name(), project.version(), project.versionHash()));
        }
        obsolete.forEach(old -> finish.add(new ReleaseStep.RemoveContainer(old.id(), old.name())));
        folders.forEach(folder -> finish.add(new ReleaseStep.DeleteFolder(ReleaseStep.aside(folder))));
        if (project.containers().isEmpty()) {
            finish.addAll(cleanUp(project, world, obsolete));
        }
        return new ReleasePlan(prepare(project, world, images, !finish.isEmpty()), change, finish);
    }

    private static void refuse(Stream<Failure> clashes) throws Failure {
        Optional<Failure> first = clashes.findFirst();
        if (first.isPresent()) {
            throw first.get();
        }
    }

    /** Containers that do not exist, or not as they should be. */
    private static List<ContainerSpec> created(
            Project project, World world, LocalImages images, Map<String, EngineContainer> byName) {
        Set<String> created = new HashSet<>();
        for (ContainerSpec spec : project.containers()) {
            EngineContainer container = byName.get(spec.name());
            if (container == null
                    || images.isToPull(spec.image(), images.find(spec))
                    || Set.of("dead", "removing").contains(container.state().status())
                    || !ContainerComparison.differences(spec, container, images.find(spec), world.containers())
                            .isEmpty()) {
                created.add(spec.name());
            }
        }
        boolean more = true;
        while (more) {
            more = created.addAll(project.containers().stream()
                    .filter(spec -> joins(spec).anyMatch(created::contains))
                    .map(ContainerSpec::name)
                    .toList());
        }
        return project.containers().stream()
                .filter(spec -> created.contains(spec.name()))
                .map(images::named)
                .toList();
    }

    /** Containers whose network, processes or memory the container shares; a new one of them is another. */
    private static Stream<String> joins(ContainerSpec spec) {
        return Stream.of("NetworkMode", "PidMode", "IpcMode")
                .map(mode -> spec.config().path("HostConfig").path(mode).asText())
                .filter(mode -> mode.startsWith("container:"))
                .map(mode -> mode.substring("container:".length()));
    }

    /** Initial ones in their order, then the others, newest first: the reverse of the order in which they are started. */
    private static List<EngineContainer> obsolete(ContainerOwnership ownership, World world, Set<String> anew) {
        Set<String> kept = ownership.project().containers().stream()
                .map(ContainerSpec::name)
                .filter(name -> !anew.contains(name))
                .collect(Collectors.toSet());
        List<String> initial = ownership.project().initial();
        return world.containers().stream()
                .filter(container -> ownership.owns(container) && !kept.contains(container.name()))
                .sorted(Comparator.comparing((EngineContainer each) -> !initial.contains(each.name()))
                        .thenComparing(each -> initial.indexOf(each.name())))
                .toList();
    }

    private static boolean restarts(EngineContainer container) {
        return !Set.of("", "no").contains(container.restart().name());
    }

    /** True if it runs, or did what it is for: it ended well, and is one that the engine does not start again. */
    private static boolean isUp(EngineContainer container, boolean applied) {
        return container.state().running()
                || applied
                        && container.state().status().equals("exited")
                        && container.state().exitCode() == 0
                        && Set.of("", "no", "on-failure")
                                .contains(container.restart().name());
    }

    private static String oldName(String name, Set<String> taken) {
        String old = name + OLD;
        for (int i = 2; !taken.add(old); i++) {
            old = name + "-outrider-old-" + i;
        }
        return old;
    }

    /** Folders that exist, without those below another one. */
    private static List<Path> folders(List<ContainerSpec> created, List<EngineContainer> obsolete, World world)
            throws Failure {
        List<Path> all = created.stream()
                .flatMap(spec -> spec.purge().stream())
                .filter(world.folders()::contains)
                .distinct()
                .toList();
        List<Path> folders = all.stream()
                .filter(folder -> all.stream().noneMatch(other -> !other.equals(folder) && folder.startsWith(other)))
                .toList();
        for (Path folder : folders) {
            for (EngineContainer container : world.containers()) {
                if (!obsolete.contains(container) && isUsed(folder, container)) {
                    throw new Failure(
                            DockerErrors.PURGE_FORBIDDEN,
                            "the folder " + folder + " is mounted by container " + container.name()
                                    + ", which the release does not replace: let it mount another one, or leave"
                                    + " purge_data out");
                }
            }
            if (world.folders().contains(ReleaseStep.aside(folder))) {
                throw new Failure(
                        DockerErrors.PURGE_FAILED,
                        "the folder " + ReleaseStep.aside(folder) + " exists already: remove or rename it");
            }
        }
        return folders;
    }

    /** True if the container mounts the folder or something in it, or a folder above that it may write to. */
    private static boolean isUsed(Path folder, EngineContainer container) {
        boolean used = false;
        for (JsonNode each : container.hostConfig().path("Binds")) {
            String[] parts = each.asText().split(":", 3);
            used |= isIn(
                    folder,
                    parts[0],
                    parts.length == 3 && List.of(parts[2].split(",")).contains("ro"));
        }
        for (JsonNode each : container.hostConfig().path("Mounts")) {
            used |= isIn(
                    folder, each.path("Source").asText(), each.path("ReadOnly").asBoolean());
        }
        return used;
    }

    private static boolean isIn(Path folder, String source, boolean readOnly) {
        Path mounted = Path.of(source).normalize();
        return mounted.isAbsolute() && (mounted.startsWith(folder) || !readOnly && folder.startsWith(mounted));
    }

    private List<ReleaseStep> prepare(Project project, World world, LocalImages images, boolean changes) {
        Map<String, ReleaseStep.PullImage> pulls = new LinkedHashMap<>();
        pulls(project.containers(), images, false)
                .forEach(pull -> pulls.putIfAbsent(pull.image().reference(), pull));
        if (changes || !pulls.isEmpty()) {
            pulls(project.fallback(), images, true)
                    .forEach(pull -> pulls.putIfAbsent(pull.image().reference(), pull));
        }
        List<ReleaseStep> prepare = new ArrayList<>();
        pulls.values().stream()
                .filter(pull -> !pull.optional())
                .map(ReleaseStep.PullImage::registry)
                .filter(Objects::nonNull)
                .distinct()
                .forEach(registry -> prepare.add(new ReleaseStep.LogIn(registry)));
        if (!pulls.isEmpty()) {
            prepare.addAll(cleanUp(project, world, Set.of()));
        }
        prepare.addAll(pulls.values());
        return prepare;
    }

    private Stream<ReleaseStep.PullImage> pulls(List<ContainerSpec> containers, LocalImages images, boolean optional) {
        return containers.stream()
                .flatMap(spec -> spec.images()
                        .filter(name -> {
                            EngineImage image = name == spec.image() ? images.find(spec) : images.find(name);
                            return optional ? image == null : images.isToPull(name, image);
                        })
                        .map(name -> new ReleaseStep.PullImage(name, registry(name, spec), optional)));
    }

    /** Credentials are for the registry's own host only. */
    private Registry registry(ImageName image, ContainerSpec spec) {
        return releases.registriesOf(image, spec)
                .filter(each -> each.credentials() != null)
                .findFirst()
                .orElse(null);
    }

    private List<ReleaseStep> cleanUp(Project project, World world, Collection<EngineContainer> removed) {
        List<Project> projects = Stream.of(List.of(project), releases.projects(), earlier)
                .flatMap(List::stream)
                .toList();
        return ImageCleanup.steps(projects, world, container -> !removed.contains(container));
    }

    /**
     * Removal of containers that nobody names, for {@code remove_unknown = true}; empty while a project is refused or not applied. Containers of a project, and those that a run has renamed,
     * are for the plan or the way back of the project only.
     */
    public List<ReleaseStep> unknown(World world) {
        Set<String> known = new HashSet<>(releases.whitelist());
        Set<String> owners = new HashSet<>(world.applied().keySet());
        for (Project project : releases.projects()) {
            if (!project.versionHash().equals(world.applied().get(project.name()))) {
                return List.of();
            }
            project.all().forEach(spec -> known.add(spec.name()));
            known.addAll(project.initial());
        }
        if (!releases.refused().isEmpty()) {
            return List.of();
        }
        return world.containers().stream()
                .filter(container -> !known.contains(container.name())
                        && !container.name().contains(OLD)
                        && !owners.contains(ContainerOwnership.owner(container)))
                .<ReleaseStep>map(container -> new ReleaseStep.RemoveContainer(container.id(), container.name()))
                .toList();
    }
}
