package io.outrider.agent.runtime.modules;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jars of added modules in their folder, compared with those at the start: a process loads no others. Any thread. */
public final class ModuleJars {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleJars.class);

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

    /** Size and time of each jar by its name. */
    private Map<String, String> stamps() {
        Map<String, String> stamps = new TreeMap<>();
        if (!Files.isDirectory(folder)) {
            return stamps;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path jar :
                    files.filter(each -> each.toString().endsWith(".jar")).toList()) {
                stamps.put(jar.getFileName().toString(), Files.size(jar) + " " + Files.getLastModifiedTime(jar));
            }
        } catch (IOException e) {
            LOG.debug("{} cannot be read ({})", folder, IoReason.of(e), e);
        }
        return stamps;
    }
}
