package io.outrider.agent.daemon;

import io.outrider.agent.runtime.settings.SettingChange;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsStore;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Applier of reloaded settings: restarts what changed, and retries failed parts at the next reload. Any thread. */
final class SettingsApplier {
    /** Sections that take effect at the next start only. */
    private static final Set<String> FROM_THE_NEXT_START = Set.of("buffer", "local", "unit");

    /** Consumer of one section. */
    @FunctionalInterface
    interface Part {
        void apply(Settings now) throws Failure;
    }

    /** Consumer of the modules' sections; keeps track of those that it could not apply. */
    @FunctionalInterface
    interface Modules {
        void apply(Settings now, Set<String> changed) throws Failure;
    }

    /** Changes of the link's files, one line each. */
    @FunctionalInterface
    interface Files {
        List<String> changed(Settings now) throws Failure;
    }

    private final SettingsStore settings;
    private final Map<String, Part> parts;
    private final Modules modules;
    private final Files linkFiles;
    private final Set<String> due = new TreeSet<>();

    SettingsApplier(SettingsStore settings, Map<String, Part> parts, Modules modules, Files linkFiles) {
        this.settings = settings;
        this.parts = parts;
        this.modules = modules;
        this.linkFiles = linkFiles;
    }

    /** See {@link Daemon#reload}. */
    synchronized String reload() throws Failure {
        List<String> lines = new ArrayList<>();
        due.forEach(section -> lines.add("[" + section + "] is tried again"));
        for (SettingChange change : settings.reload()) {
            due.add(change.section());
            lines.add(describe(change));
        }
        Settings now = settings.get();
        for (String file : linkFiles.changed(now)) {
            due.add("link");
            lines.add(file);
        }
        apply(now);
        return lines.isEmpty() ? "nothing changed" : String.join("\n", lines);
    }

    private void apply(Settings now) throws Failure {
        for (Map.Entry<String, Part> part : parts.entrySet()) {
            if (due.contains(part.getKey())) {
                part.getValue().apply(now);
                due.remove(part.getKey());
            }
        }
        try {
            modules.apply(now, Set.copyOf(due));
            due.clear();
        } catch (Failure e) {
            due.clear();
            throw e;
        }
    }

    private static String describe(SettingChange change) {
        return change + (FROM_THE_NEXT_START.contains(change.section()) ? " (from the next start)" : "");
    }
}
