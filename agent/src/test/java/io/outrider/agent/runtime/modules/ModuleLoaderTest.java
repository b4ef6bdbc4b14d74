package io.outrider.agent.runtime.modules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import example.hostile.DeclaringFactory;
import example.hostile.HostileFactory;
import example.hostile.HostileFactory.Fault;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.testkit.ToyModule.ToyFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
            ModuleCatalog found = ModuleLoader.load(classes, new ModuleJars(folder));
            assertThat(found.usable()).hasAtLeastOneElementOfType(HostileFactory.class);
            assertThat(found.missing()).containsOnlyKeys("absent one.jar", "nonsense.jar", "other.jar");
            assertThat(found.missing().get("absent one.jar"))
                    .isEqualTo("a module of " + folder + "/absent one.jar cannot be used (ClassNotFoundException:"
                            + " example.Absent), and outrider does without it: repair or remove the jar, then restart"
                            + " outrider");
        }
    }

    @Test
    void aJarThatIsCutOffIsNamed() throws Exception {
        Path jar = Path.of(jar("door.jar", HostileFactory.class.getName()).toURI());
        Files.write(jar, Arrays.copyOf(Files.readAllBytes(jar), 100));
        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, getClass().getClassLoader())) {
            ModuleCatalog found = ModuleLoader.load(classes, new ModuleJars(folder));
            assertThat(found.usable()).doesNotHaveAnyElementsOfTypes(HostileFactory.class);
            assertThat(found.missing()).containsOnlyKeys("door.jar");
            assertThat(found.problems())
                    .singleElement()
                    .asString()
                    .startsWith("the jar " + jar + " cannot be used (ZipException: ");
        }
    }

    private static ModuleCatalog check(ModuleFactory... factories) {
        return ModuleCatalog.of(List.of(factories), Set.of("reserved"), Set.of("sys.doc", "other.ping"));
    }

    @Test
    void declarationsThatFailCostTheirModuleOnly() {
        for (Fault fault : List.of(Fault.NAME, Fault.SIGNATURES)) {
            ModuleCatalog found = check(new HostileFactory(fault), new ToyFactory());
            assertThat(found.usable()).singleElement().isInstanceOf(ToyFactory.class);
            assertThat(found.problems()).singleElement().asString().contains("NoClassDefFoundError: example/Missing");
            assertThat(found.health()).hasSize(1);
        }
        assertThat(check(new HostileFactory(), new ToyFactory()).missing()).isEmpty();
    }

    /** Settings whose constructor fails without its key. */
    record UnstableSettings(String pin) {
        UnstableSettings {
            pin = pin.strip();
        }
    }

    /** Settings that cannot do without their key, and say so. */
    record RequiredKeySettings(
            @JsonProperty(required = true) String pin, String other) {
        RequiredKeySettings {
            if (other == null) {
                throw new InvalidArgumentException("other", "is missing");
            }
        }
    }

    /** Settings with one name for two keys. */
    record UnbindableSettings(
            @JsonProperty("pin") String pin,
            @JsonProperty("pin") String other) {}

    /** A class that a jar lacks. */
    static final class AbsentType {}

    record ArgumentsOfAbsentType(AbsentType value) {}

    @Test
    void settingsThatCannotBeBoundCostTheirModuleOnly() {
        for (Class<? extends Record> settings : List.of(UnstableSettings.class, UnbindableSettings.class)) {
            ModuleCatalog found = check(new DeclaringFactory(settings, NoArguments.class), new ToyFactory());
            assertThat(found.usable()).singleElement().isInstanceOf(ToyFactory.class);
            assertThat(found.missing()).containsOnlyKeys("door");
            assertThat(found.problems())
                    .singleElement()
                    .asString()
                    .contains("its settings class " + settings.getSimpleName() + " failed: ");
        }
        assertThat(check(new DeclaringFactory(RequiredKeySettings.class, NoArguments.class))
                        .missing())
                .isEmpty();
    }

    @Test
    void argumentsOfAnAbsentTypeCostTheirModuleOnly() throws Exception {
        Class<? extends Record> arguments = new IncompleteLoader()
                .loadClass(ArgumentsOfAbsentType.class.getName())
                .asSubclass(Record.class);
        ModuleCatalog found = check(new DeclaringFactory(ModuleFactory.NoSettings.class, arguments), new ToyFactory());
        assertThat(found.usable()).singleElement().isInstanceOf(ToyFactory.class);
        assertThat(found.problems()).singleElement().asString().contains("module door of ", "AbsentType");
    }

    /** Loader of the arguments without the class that they need. */
    private static final class IncompleteLoader extends ClassLoader {
        IncompleteLoader() {
            super(ModuleLoaderTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(AbsentType.class.getName())) {
                throw new ClassNotFoundException(name);
            }
            if (!name.equals(ArgumentsOfAbsentType.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void aModuleCannotTakeTheNameOrAFunctionOfAnother() {
        ModuleCatalog reserved = ModuleCatalog.of(List.of(new HostileFactory()), Set.of("hostile"), Set.of());
        assertThat(reserved.problems()).singleElement().asString().contains("cannot be called 'hostile'");
        ModuleCatalog taken = ModuleCatalog.of(List.of(new HostileFactory()), Set.of(), Set.of("hostile.ping"));
        assertThat(taken.missing()).containsOnlyKeys("hostile");
        assertThat(taken.problems()).singleElement().asString().contains("two functions are called hostile.ping");
    }

    @Test
    void aModuleCannotTakeTheSectionOfAnother() {
        ModuleFactory greedy = new ModuleFactory() {
            @Override
            public String name() {
                return "greedy";
            }

            @Override
            public List<Signature<?>> signatures() {
                return List.of();
            }

            @Override
            public Module open(ModuleContext context) {
                throw new AssertionError("only declared");
            }

            @Override
            public Map<String, Class<? extends Record>> sections() {
                return Map.of("greedy", NoSettings.class, "reserved", NoSettings.class);
            }
        };
        assertThat(check(greedy).usable()).isEmpty();
        assertThat(check(greedy).problems()).singleElement().asString().contains("section of [reserved] belongs");
    }

    @Test
    void ofTwoModulesWithOneNameTheLatterIsUsed() {
        HostileFactory latter = new HostileFactory();
        assertThat(check(new HostileFactory(), latter)).containsExactly(latter);
    }
}
