package io.outrider.agent.runtime.modules;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jars of added modules in their folder, compared with those at the start: a process loads no others. Any thread. */
public final class ModuleJars {
    private final Path folder;
    private final Map<String, String> atStart;

    public ModuleJars(Path folder) {
        this.folder = folder;
        atStart = stamps();
    }

    /** The folder {@code modules} beside the {@code lib} of the installed program. */
    public static ModuleJars ofProgram() {
        return new ModuleJars(Path.of(ModuleLocation.of(ModuleJars.class))
                .resolveSibling("../modules")
                .normalize());
    }

    /** Lazy, as a call of the command line ends before a log is set up. */
    private static Logger log() {
        return LoggerFactory.getLogger(ModuleJars.class);
    }

    /** Sentence about the jars that are new, changed or gone; empty if there are none. */
    public String changes() {
        Map<String, String> now = stamps();
        List<String> changed = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>(atStart.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            if (!now.containsKey(name)) {
                changed.add(name + " is gone");
            } else if (!now.get(name).equals(atStart.get(name))) {
                changed.add(name + (atStart.containsKey(name) ? " has changed" : " is new"));
            }
        }
        return changed.isEmpty()
                ? ""
                : "in " + folder + " " + String.join(", ", changed)
                        + ": restart outrider, which loads modules at its start only";
    }

    /** Sentences about the jars that cannot be opened, by name; a class path skips them without a word. */
    SortedMap<String, String> unreadable() {
        SortedMap<String, String> unreadable = new TreeMap<>();
        try {
            for (Path jar : list()) {
                try {
                    new ZipFile(jar.toFile()).close();
                } catch (IOException e) {
                    unreadable.put(jar.getFileName().toString(), ModuleLocation.sentence("the jar " + jar, e));
                }
            }
        } catch (IOException e) {
            unreadable.put("modules", ModuleLocation.sentence("the folder " + folder, e));
        }
        return unreadable;
    }

    /** Size and time of each jar by its name. */
    private Map<String, String> stamps() {
        Map<String, String> stamps = new TreeMap<>();
        try {
            for (Path jar : list()) {
                stamps.put(jar.getFileName().toString(), Files.size(jar) + " " + Files.getLastModifiedTime(jar));
            }
        } catch (IOException e) {
            log().debug("{} cannot be read ({})", folder, IoReason.of(e), e);
        }
        return stamps;
    }

    private List<Path> list() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.toString().endsWith(".jar")).toList();
        }
    }
}
