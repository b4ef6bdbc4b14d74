package io.outrider.docker.plan;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.release.ReleaseLabels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Way back of a run that failed or was cut before its commit, and the rest of one that was cut after it. Pure. Of several entries
 * about one container the first counts: it has what was before the run.
 */
public final class WayBack {
    private WayBack() {}

    /**
     * Steps to what was before the run; empty if all is as it was.
     *
     * @param world with the folders of the entries
     */
    public static List<ReleaseStep> steps(String runId, List<RunJournalEntry> entries, World world) {
        List<ReleaseStep> steps = new ArrayList<>();
        List<EngineContainer> rest = new ArrayList<>();
        for (EngineContainer container : world.containers()) {
            if (runId.equals(container.labels().get(ReleaseLabels.RUN))) {
                steps.add(new ReleaseStep.RemoveContainer(container.id(), container.name()));
            } else {
                rest.add(container);
            }
        }
        folders(entries, world).forEach(folder -> steps.add(new ReleaseStep.PutFolderBack(folder)));
        takeBack(entries, rest, steps);
        return steps;
    }

    /** Adds the steps by which containers get back the names, restart policies and states of before. */
    private static void takeBack(
            List<RunJournalEntry> entries, List<EngineContainer> containers, List<ReleaseStep> steps) {
        Map<String, EngineContainer> before = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (EngineContainer container : containers) {
            before.put(container.id(), container);
            names.add(container.name());
        }
        List<ReleaseStep> restored = new ArrayList<>();
        Set<String> renamed = new HashSet<>();
        Set<String> stopped = new HashSet<>();
        for (RunJournalEntry entry : entries) {
            EngineContainer container = before.get(id(entry));
            if (container == null) {
                continue;
            }
            if (entry instanceof RunJournalEntry.Renamed rename
                    && renamed.add(rename.id())
                    && !names.contains(rename.from())) {
                steps.add(new ReleaseStep.RenameContainer(rename.id(), container.name(), rename.from()));
            } else if (entry instanceof RunJournalEntry.Stopped stop
                    && stopped.add(stop.id())
                    && (stop.ran() && !container.state().running()
                            || !container.restart().equals(stop.policy()))) {
                restored.add(0, new ReleaseStep.RestoreContainer(stop.id(), stop.name(), stop.policy(), stop.ran()));
            }
        }
        steps.addAll(restored);
    }

    /**
     * True for a container of an applied release that has ended although the engine should have started it again: an engine that
     * was killed takes what still runs at its next start for stopped by hand.
     */
    public static boolean shouldRun(EngineContainer container) {
        return container.labels().containsKey(ReleaseLabels.RUN)
                && container.state().status().equals("exited")
                && container.state().error().isEmpty()
                && Set.of("always", "unless-stopped")
                        .contains(container.restart().name());
    }

    /** Entries of a run without those of the one before, which could not be taken back. */
    public static List<RunJournalEntry> ofLastRun(List<RunJournalEntry> entries) {
        int begun = Math.max(0, entries.size() - 1);
        while (begun > 0 && !(entries.get(begun) instanceof RunJournalEntry.Begun)) {
            begun--;
        }
        return entries.subList(begun, entries.size());
    }

    /**
     * Steps that remain of a run that was committed: removal of what it stopped or renamed and set aside, and of initial
     * containers that the run before has renamed and could not take back. One that only the run before named gets back what
     * it had.
     *
     * @param initial names of the initial containers of its release
     * @param applied names of containers that stay: those of the release that is applied now, maybe a later one
     */
    public static List<ReleaseStep> finish(
            List<RunJournalEntry> entries, World world, Collection<String> initial, Set<String> applied) {
        Set<String> old = Stream.concat(
                        ofLastRun(entries).stream(),
                        entries.stream()
                                .filter(each -> each instanceof RunJournalEntry.Renamed renamed
                                        && initial.contains(renamed.from())))
                .map(WayBack::id)
                .collect(Collectors.toSet());
        Set<String> names =
                world.containers().stream().map(EngineContainer::name).collect(Collectors.toSet());
        Set<String> others = world.containers().stream()
                .filter(each -> !old.contains(each.id()) && !each.labels().containsKey(ReleaseLabels.RUN))
                .map(EngineContainer::id)
                .collect(Collectors.toSet());
        entries.forEach(entry -> {
            if (entry instanceof RunJournalEntry.Renamed renamed && names.contains(renamed.from())) {
                others.remove(renamed.id()); // another has its name now
            }
        });
        List<ReleaseStep> steps = new ArrayList<>();
        world.containers().stream()
                .filter(each -> old.contains(each.id()) && !applied.contains(each.name()))
                .forEach(each -> steps.add(new ReleaseStep.RemoveContainer(each.id(), each.name())));
        folders(entries, world).forEach(each -> steps.add(new ReleaseStep.DeleteFolder(ReleaseStep.aside(each))));
        takeBack(entries.stream().filter(each -> others.contains(id(each))).toList(), world.containers(), steps);
        return steps;
    }

    /** Id of a container that was renamed or stopped; else an empty text. */
    private static String id(RunJournalEntry entry) {
        return entry instanceof RunJournalEntry.Renamed renamed
                ? renamed.id()
                : entry instanceof RunJournalEntry.Stopped stopped ? stopped.id() : "";
    }

    private static Stream<Path> folders(List<RunJournalEntry> entries, World world) {
        return entries.stream()
                .flatMap(entry -> entry instanceof RunJournalEntry.SetAside aside ? Stream.of(aside.folder()) : null)
                .filter(folder -> world.folders().contains(ReleaseStep.aside(folder)))
                .distinct();
    }
}
