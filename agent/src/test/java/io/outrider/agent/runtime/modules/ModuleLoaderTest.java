package io.outrider.agent.runtime.modules;

import static org.assertj.core.api.Assertions.assertThat;

import example.hostile.HostileFactory;
import example.hostile.HostileFactory.Fault;
import io.outrider.api.ModuleFactory;
import io.outrider.testkit.ToyModule.ToyFactory;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modules of jars and of a list, some of which cannot be used. */
class ModuleLoaderTest {
    @TempDir
    private Path folder;

    /** A jar with a service file only; its classes are those of this test. */
    private URL jar(String name, String services) throws IOException {
        Path jar = folder.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/services/" + ModuleFactory.class.getName()));
            out.write(services.getBytes(StandardCharsets.UTF_8));
        }
        return jar.toUri().toURL();
    }

    @Test
    void aJarThatCannotBeUsedIsNamedAndTheOthersAreLoaded() throws Exception {
        URL[] jars = {
            jar("absent one.jar", "example.Absent\n"),
            jar("nonsense.jar", "no class: {}\n"),
            jar("other.jar", "java.lang.String # is no factory\n"),
            jar("good.jar", "# a comment\n\n" + HostileFactory.class.getName() + " # another\n")
        };
        try (URLClassLoader classes = new URLClassLoader(jars, getClass().getClassLoader())) {
            FoundModules found = ModuleLoader.load(classes);
            assertThat(found.usable()).hasAtLeastOneElementOfType(HostileFactory.class);
            assertThat(found.missing()).containsOnlyKeys("absent one.jar", "nonsense.jar", "other.jar");
            assertThat(found.missing().get("absent one.jar"))
                    .isEqualTo("a module of " + folder + "/absent one.jar cannot be used (ClassNotFoundException:"
                            + " example.Absent), and outrider does without it: repair or remove the jar, then restart"
                            + " outrider");
        }
    }

    private static FoundModules check(ModuleFactory... factories) {
        return FoundModules.of(List.of(factories), Set.of("reserved"), Set.of("sys.doc", "other.ping"));
    }

    @Test
    void declarationsThatFailCostTheirModuleOnly() {
        for (Fault fault : List.of(Fault.NAME, Fault.SIGNATURES)) {
            FoundModules found = check(new HostileFactory(fault), new ToyFactory());
            assertThat(found.usable()).singleElement().isInstanceOf(ToyFactory.class);
            assertThat(found.problems()).singleElement().asString().contains("NoClassDefFoundError: example/Missing");
            assertThat(found.health()).hasSize(1);
        }
        assertThat(check(new HostileFactory(), new ToyFactory()).missing()).isEmpty();
    }

    @Test
    void aModuleCannotTakeTheNameOrAFunctionOfAnother() {
        FoundModules reserved = FoundModules.of(List.of(new HostileFactory()), Set.of("hostile"), Set.of());
        assertThat(reserved.problems()).singleElement().asString().contains("cannot be called 'hostile'");
        FoundModules taken = FoundModules.of(List.of(new HostileFactory()), Set.of(), Set.of("hostile.ping"));
        assertThat(taken.missing()).containsOnlyKeys("hostile");
        assertThat(taken.problems()).singleElement().asString().contains("two functions are called hostile.ping");
    }

    @Test
    void ofTwoModulesWithOneNameTheLatterIsUsed() {
        HostileFactory latter = new HostileFactory();
        assertThat(check(new HostileFactory(), latter)).containsExactly(latter);
    }
}
