package io.outrider.docker.plan;

import static io.outrider.docker.plan.PlanFixtures.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.plan.ReleaseStep.Commit;
import io.outrider.docker.plan.ReleaseStep.CreateContainer;
import io.outrider.docker.plan.ReleaseStep.DeleteFolder;
import io.outrider.docker.plan.ReleaseStep.Prove;
import io.outrider.docker.plan.ReleaseStep.PullImage;
import io.outrider.docker.plan.ReleaseStep.PutFolderBack;
import io.outrider.docker.plan.ReleaseStep.RemoveContainer;
import io.outrider.docker.plan.ReleaseStep.RemoveImage;
import io.outrider.docker.plan.ReleaseStep.RenameContainer;
import io.outrider.docker.plan.ReleaseStep.RestoreContainer;
import io.outrider.docker.plan.ReleaseStep.SetFolderAside;
import io.outrider.docker.plan.ReleaseStep.StartContainer;
import io.outrider.docker.plan.ReleaseStep.StopContainer;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ReleaseLabels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Unit that carries steps out on a world in memory, with the checks that an engine makes. */
final class ModelUnit {
    final List<EngineContainer> containers = new ArrayList<>();
    final List<EngineImage> images = new ArrayList<>();
    final Map<Path, String> folders = new TreeMap<>();
    final Set<String> owned = new HashSet<>();
    final Map<String, String> applied = new HashMap<>();
    final List<RunJournalEntry> journal = new ArrayList<>();
    /** Reference to id of the image that the registry has under it now. */
    final Map<String, String> registry = new LinkedHashMap<>();

    String run = "run";
    private int ids;

    ModelUnit copy() {
        ModelUnit copy = new ModelUnit();
        copy.containers.addAll(containers);
        copy.images.addAll(images);
        copy.folders.putAll(folders);
        copy.owned.addAll(owned);
        copy.applied.putAll(applied);
        copy.journal.addAll(journal);
        copy.registry.putAll(registry);
        copy.run = run;
        copy.ids = ids;
        return copy;
    }

    World world(boolean withDigests) {
        Map<String, String> digests = new HashMap<>();
        registry.forEach((reference, id) -> digests.put(reference, "sha256:d" + id));
        return new World(
                List.copyOf(containers),
                List.copyOf(images),
                Set.copyOf(folders.keySet()),
                Set.copyOf(owned),
                withDigests ? digests : Map.of(),
                Map.copyOf(applied));
    }

    EngineContainer byName(String name) {
        return containers.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    EngineContainer byId(String id) {
        return containers.stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /** @param whole false for a cut in its middle */
    void carryOut(ReleaseStep step, boolean whole) {
        if (step instanceof RemoveImage remove) {
            removeImage(remove.reference());
        } else if (step instanceof PullImage pull) {
            if (registry.containsKey(pull.image().reference()) || !pull.optional()) {
                pull(pull.image().reference());
            }
        } else if (step instanceof RenameContainer rename) {
            EngineContainer c = byId(rename.id());
            journal.add(new RunJournalEntry.Renamed(rename.id(), rename.from(), rename.to()));
            assertThat(byName(rename.to())).as("holder of " + rename.to()).isNull();
            if (whole) {
                replace(c, PlanFixtures.with(c, rename.to(), c.labels()));
            }
        } else if (step instanceof CreateContainer create) {
            if (whole) {
                create(create.container(), run);
            }
        } else if (step instanceof StopContainer stop) {
            EngineContainer c = byId(stop.id());
            journal.add(new RunJournalEntry.Stopped(
                    stop.id(), stop.name(), c.restart(), c.state().running()));
            replace(c, PlanFixtures.with(c, whole ? PlanFixtures.state("exited", 137) : c.state(), RestartPolicy.NO));
        } else if (step instanceof SetFolderAside aside) {
            journal.add(new RunJournalEntry.SetAside(aside.folder()));
            if (whole) {
                move(aside.folder(), ReleaseStep.aside(aside.folder()));
            }
        } else if (step instanceof PutFolderBack back) {
            folders.keySet().removeAll(below(back.folder()));
            if (whole) {
                move(ReleaseStep.aside(back.folder()), back.folder());
            }
        } else if (step instanceof StartContainer start) {
            start(byName(start.name()));
        } else if (step instanceof Prove prove) {
            prove.names()
                    .forEach(name -> assertThat(byName(name).state().running()).isTrue());
        } else if (step instanceof Commit commit) {
            applied.put(commit.project(), commit.versionHash());
        } else if (step instanceof RemoveContainer remove) {
            containers.removeIf(c -> c.id().equals(remove.id()));
        } else if (step instanceof RestoreContainer restore) {
            EngineContainer c = byId(restore.id());
            replace(c, PlanFixtures.with(c, c.state(), restore.policy()));
            if (restore.start() && whole) {
                start(byId(restore.id()));
            }
        } else if (step instanceof DeleteFolder delete && whole) {
            folders.keySet().removeAll(below(delete.aside()));
        }
    }

    private void move(Path from, Path to) {
        assertThat(folders).containsKey(from).doesNotContainKey(to);
        for (Path each : below(from)) {
            folders.put(to.resolve(from.relativize(each)), folders.remove(each));
        }
    }

    private List<Path> below(Path folder) {
        return folders.keySet().stream().filter(each -> each.startsWith(folder)).toList();
    }

    private void replace(EngineContainer old, EngineContainer with) {
        containers.set(containers.indexOf(old), with);
    }

    EngineContainer create(ContainerSpec spec, String label) {
        assertThat(byName(spec.name())).as("holder of " + spec.name()).isNull();
        EngineImage image = image(spec.image().reference());
        assertThat(image).as("image of " + spec.name()).isNotNull();
        String id = "c%011d".formatted(++ids);
        ObjectNode host = json("{'NetworkMode':'default','IpcMode':'private','ShmSize':67108864}");
        host.setAll((ObjectNode) spec.config().path("HostConfig"));
        String mode = host.path("NetworkMode").asText();
        if (mode.startsWith("container:")) {
            EngineContainer target = byName(mode.substring("container:".length()));
            assertThat(target).as(mode + " of " + spec.name()).isNotNull();
            host.put("NetworkMode", "container:" + target.id());
        }
        ObjectNode config = json("{'Hostname':'" + id + "'}");
        ArrayNode environment = config.putArray("Env");
        environment.addAll((ArrayNode) spec.config().path("Env")).addAll((ArrayNode)
                image.config().path("Env"));
        config.set("Cmd", image.config().path("Cmd"));
        Map<String, String> labels = new TreeMap<>();
        spec.config()
                .path("Labels")
                .properties()
                .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        if (label != null) {
            labels.put(ReleaseLabels.RUN, label);
            labels.put(ReleaseLabels.CONFIG, spec.configHash());
        }
        EngineContainer container = new EngineContainer(
                id,
                spec.name(),
                spec.image().reference(),
                image.id(),
                labels,
                PlanFixtures.state("created", 0),
                new RestartPolicy(host.path("RestartPolicy").path("Name").asText("no"), 0),
                config,
                host);
        containers.add(0, container);
        return container;
    }

    void start(EngineContainer c) {
        String mode = c.hostConfig().path("NetworkMode").asText();
        if (mode.startsWith("container:")) {
            EngineContainer target = byId(mode.substring("container:".length()));
            assertThat(target != null && target.state().running())
                    .as(mode + " runs for " + c.name())
                    .isTrue();
        }
        replace(c, PlanFixtures.with(c, PlanFixtures.state("running", 0), c.restart()));
    }

    EngineImage image(String reference) {
        return images.stream()
                .filter(each ->
                        each.tags().contains(reference) || each.digests().contains(reference))
                .findFirst()
                .orElse(null);
    }

    void pull(String reference) {
        assertThat(registry).containsKey(reference);
        String repository = reference.split("[@:]", 2)[0];
        String id = registry.get(reference);
        String digest = repository + "@sha256:d" + id;
        owned.addAll(List.of(reference, digest));
        List<EngineImage> others = new ArrayList<>();
        Set<String> tags = new HashSet<>(Set.of(reference));
        for (EngineImage each : images) {
            if (each.id().equals("sha256:" + id)) {
                tags.addAll(each.tags());
            } else {
                others.add(withReferences(each, without(each.tags(), reference), each.digests()));
            }
        }
        images.clear();
        images.addAll(others);
        images.add(newImage(id, List.copyOf(tags), List.of(digest)));
    }

    static EngineImage newImage(String id, List<String> tags, List<String> digests) {
        return new EngineImage(
                "sha256:" + id,
                tags,
                digests,
                100,
                "linux",
                "arm64",
                "",
                List.of(),
                json("{'Cmd':['" + id + "'],'Env':['PATH=/bin']}"));
    }

    private void removeImage(String reference) {
        EngineImage image = image(reference);
        assertThat(image).as(reference).isNotNull();
        assertThat(containers.stream().map(EngineContainer::imageId)).doesNotContain(image.id());
        List<String> tags = without(image.tags(), reference);
        List<String> digests =
                tags.isEmpty() && !image.tags().isEmpty() ? List.of() : without(image.digests(), reference);
        images.remove(image);
        if (Stream.concat(tags.stream(), digests.stream()).findAny().isPresent()) {
            images.add(withReferences(image, tags, digests));
        }
    }

    private static List<String> without(List<String> all, String one) {
        return all.stream().filter(each -> !each.equals(one)).toList();
    }

    private static EngineImage withReferences(EngineImage i, List<String> tags, List<String> digests) {
        return new EngineImage(
                i.id(), tags, digests, i.bytes(), i.os(), i.architecture(), i.variant(), i.layers(), i.config());
    }
}
