package io.outrider.agent.daemon;

import io.outrider.agent.runtime.parts.Parts;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.SettingChange;
import io.outrider.agent.runtime.settings.SettingsStore;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** Applier of reloaded settings: restarts what changed, and retries failed parts at the next reload. Any thread. */
final class SettingsApplier {
    private final SettingsStore settings;
    private final Parts parts;
    private final Function<BoundSettings, List<String>> linkFiles;
    private final Supplier<String> changedJars;
    private final Set<String> due = new TreeSet<>();

    /**
     * @param linkFiles describes changed files of the link, one line each
     * @param changedJars sentence about jars of modules that only a restart loads; empty if there are none
     */
    SettingsApplier(
            SettingsStore settings,
            Parts parts,
            Function<BoundSettings, List<String>> linkFiles,
            Supplier<String> changedJars) {
        this.settings = settings;
        this.parts = parts;
        this.linkFiles = linkFiles;
        this.changedJars = changedJars;
    }

    synchronized String reload() throws Failure {
        String restart = changedJars.get();
        try {
            String changes = apply();
            return restart.isEmpty() ? changes : changes + "\n" + restart;
        } catch (Failure e) {
            throw restart.isEmpty() ? e : e.withMessage(e.getMessage() + "\n" + restart);
        }
    }

    private String apply() throws Failure {
        List<String> lines = new ArrayList<>();
        due.forEach(section -> lines.add("[" + section + "] is tried again"));
        for (SettingChange change : settings.reload()) {
            boolean isLater = Sections.ALL.stream()
                    .anyMatch(each -> each.appliesAtNextStart() && each.name().equals(change.section()));
            if (!isLater) {
                due.add(change.section());
            }
            lines.add(change + (isLater ? " (from the next start)" : ""));
        }
        BoundSettings now = settings.get();
        for (String file : linkFiles.apply(now)) {
            due.add(Sections.LINK.name());
            lines.add(file);
        }
        parts.apply(now, due);
        return lines.isEmpty() ? "nothing changed" : String.join("\n", lines);
    }
}
