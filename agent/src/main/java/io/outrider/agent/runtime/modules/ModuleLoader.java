package io.outrider.agent.runtime.modules;

import io.outrider.api.ModuleFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Loader of the module factories that the service files of the class path name. Unlike {@link java.util.ServiceLoader} it
 * goes on after a class that cannot be loaded, and names its jar.
 */
public final class ModuleLoader {
    private static final String SERVICE_FILE = "META-INF/services/" + ModuleFactory.class.getName();

    private final ClassLoader classes;
    private final List<ModuleFactory> factories = new ArrayList<>();
    private final SortedMap<String, String> missing = new TreeMap<>();
    private final Set<String> names = new HashSet<>();

    private ModuleLoader(ClassLoader classes) {
        this.classes = classes;
    }

    /** @param jars the jars of added modules, which the class path has */
    public static ModuleCatalog load(ClassLoader classes, ModuleJars jars) {
        ModuleLoader loader = new ModuleLoader(classes);
        loader.missing.putAll(jars.unreadable());
        try {
            for (URL file : Collections.list(classes.getResources(SERVICE_FILE))) {
                loader.read(file);
            }
        } catch (IOException e) {
            loader.missing.put("modules", ModuleLocation.sentence("the class path", e));
        }
        return new ModuleCatalog(List.copyOf(loader.factories), loader.missing);
    }

    private void read(URL file) {
        try {
            URLConnection connection = file.openConnection();
            connection.setUseCaches(false); // else the jar stays open
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
                lines.lines()
                        .map(line -> line.replaceFirst("#.*", "").strip())
                        .filter(name -> !name.isEmpty() && names.add(name))
                        .forEach(name -> add(name, file));
            }
        } catch (IOException | RuntimeException e) {
            report(file, e);
        }
    }

    private void add(String name, URL file) {
        try {
            factories.add(Class.forName(name, true, classes)
                    .asSubclass(ModuleFactory.class)
                    .getConstructor()
                    .newInstance());
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            report(file, e);
        }
    }

    private void report(URL file, Throwable e) {
        String jar = ModuleLocation.of(file);
        String sentence = ModuleLocation.sentence("a module of " + jar, e);
        missing.merge(ModuleLocation.fileName(jar), sentence, (one, other) -> one + "; " + other);
    }
}
