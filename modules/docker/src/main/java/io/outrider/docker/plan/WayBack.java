package io.outrider.docker.plan;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.release.ReleaseLabels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Way back of a run that failed or was cut before its commit, and the rest of one that was cut after it. Pure. Of several entries
 * about one container the first counts: it has what was before the run.
 */
public final class WayBack {
    private final Map<String, RunJournalEntry.Renamed> renamed = new LinkedHashMap<>();
    private final Map<String, RunJournalEntry.Stopped> stopped = new LinkedHashMap<>();
    private final Set<Path> folders = new LinkedHashSet<>();
    private final List<ReleaseStep> steps = new ArrayList<>();
    private final World world;

    private WayBack(List<RunJournalEntry> entries, World world) {
        this.world = world;
        for (RunJournalEntry entry : entries) {
            if (entry instanceof RunJournalEntry.Renamed rename) {
                renamed.putIfAbsent(rename.id(), rename);
            } else if (entry instanceof RunJournalEntry.Stopped stop) {
                stopped.putIfAbsent(stop.id(), stop);
            } else if (entry instanceof RunJournalEntry.SetAside aside
                    && world.folders().contains(PurgeNames.aside(aside.folder()))) {
                folders.add(aside.folder());
            }
        }
    }

    /**
     * Steps to what was before the run; empty if all is as it was.
     *
     * @param world with the folders of the entries
     */
    public static List<ReleaseStep> steps(String runId, List<RunJournalEntry> entries, World world) {
        return new WayBack(entries, world).back(runId);
    }

    /** Steps that remain of a run that was committed: removal of what it stopped or renamed and set aside. */
    public static List<ReleaseStep> finish(List<RunJournalEntry> entries, World world) {
        return new WayBack(entries, world).forward();
    }

    private List<ReleaseStep> back(String runId) {
        Map<String, EngineContainer> before = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>();
        for (EngineContainer container : world.containers()) {
            if (runId.equals(container.labels().get(ReleaseLabels.RUN))) {
                steps.add(new ReleaseStep.RemoveContainer(container.id(), container.name()));
            } else {
                before.put(container.id(), container);
                names.add(container.name());
            }
        }
        folders.forEach(folder -> steps.add(new ReleaseStep.PutFolderBack(folder)));
        for (RunJournalEntry.Renamed rename : renamed.values()) {
            EngineContainer container = before.get(rename.id());
            if (container != null && !names.contains(rename.from())) {
                steps.add(new ReleaseStep.RenameContainer(container.id(), container.name(), rename.from()));
            }
        }
        List<ReleaseStep> restored = new ArrayList<>();
        for (RunJournalEntry.Stopped stop : stopped.values()) {
            EngineContainer container = before.get(stop.id());
            boolean start =
                    stop.ran() && container != null && !container.state().running();
            if (container != null && (start || !container.restart().equals(stop.policy()))) {
                restored.add(0, new ReleaseStep.RestoreContainer(stop.id(), stop.name(), stop.policy(), stop.ran()));
            }
        }
        steps.addAll(restored);
        return steps;
    }

    private List<ReleaseStep> forward() {
        Set<String> old = new LinkedHashSet<>(stopped.keySet());
        old.addAll(renamed.keySet());
        world.containers().stream()
                .filter(container -> old.contains(container.id()))
                .forEach(container -> steps.add(new ReleaseStep.RemoveContainer(container.id(), container.name())));
        folders.forEach(folder -> steps.add(new ReleaseStep.DeleteFolder(PurgeNames.aside(folder))));
        return steps;
    }
}
