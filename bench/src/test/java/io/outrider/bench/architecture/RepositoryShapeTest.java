package io.outrider.bench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shape of the repository's files: length, unique class names, package comments. Skipped without a git checkout. */
class RepositoryShapeTest {
    private static final int MOST_LINES = 400;

    private static final Pattern HAS_TESTS =
            Pattern.compile("^\\s+@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b", Pattern.MULTILINE);
    private static final Pattern IS_BASE = Pattern.compile("^(public )?(abstract class|interface) ", Pattern.MULTILINE);

    /** A fixed wait without a comment on the same line. */
    private static final Pattern SLEEPS =
            Pattern.compile("(Thread|TimeUnit\\.\\w+)\\.sleep\\([^\\n]*\\);[ \\t]*$", Pattern.MULTILINE);

    /** Path that begins with a folder of a development machine. */
    private static final Pattern MACHINE_FOLDERS = Pattern.compile("(?<![\\w/.-])/(work|root)/");

    /** Declaration of a nested type, which is indented. */
    private static final Pattern NESTED_TYPE = Pattern.compile(
            "^ +(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed) )*"
                    + "(?:class|interface|@interface|enum|record) (\\w+)",
            Pattern.MULTILINE);

    private Checkout checkout;

    @BeforeEach
    void readCheckout() throws Exception {
        checkout = Checkout.orSkip();
    }

    private List<Path> filter(List<Path> files, Predicate<String> text) {
        return files.stream().filter(file -> text.test(checkout.text(file))).toList();
    }

    @Test
    void noJavaFileIsLong() {
        assertThat(filter(checkout.javaFiles(), text -> text.lines().count() > MOST_LINES))
                .as("more than " + MOST_LINES + " lines: split it by subject")
                .isEmpty();
        assertThat(checkout.javaFiles()).as("files were found").hasSizeGreaterThan(100);
    }

    /** In the main sources, or in the tests for packages without main sources. */
    @Test
    void everyPackageHasAPackageInfo() {
        Set<String> described = checkout.javaFiles().stream()
                .filter(file -> file.endsWith("package-info.java"))
                .map(RepositoryShapeTest::module)
                .collect(Collectors.toSet());
        assertThat(checkout.javaFiles())
                .allSatisfy(file ->
                        assertThat(described).as("package-info of " + file).contains(module(file)));
    }

    @Test
    void aSimpleClassNameOccursOnce() {
        Map<String, List<Path>> files = checkout.javaFiles().stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        files.values().removeIf(each -> each.size() == 1);
        assertThat(files).isEmpty();
    }

    /** The other rules check the modules of the enum only. The testkit is part of no program. */
    @Test
    void everyFolderOfModulesIsInTheEnum() {
        Set<String> packages = checkout.files().stream()
                .filter(file -> file.toString().matches("modules/\\w+/pom\\.xml"))
                .map(file -> "io.outrider." + file.getName(1))
                .filter(each -> !each.endsWith(".testkit"))
                .collect(Collectors.toSet());
        assertThat(packages)
                .hasSizeGreaterThan(5)
                .isSubsetOf(Stream.of(MavenModule.values())
                        .map(MavenModule::packageName)
                        .collect(Collectors.toSet()));
    }

    /** Module and package of a file. */
    private static String module(Path file) {
        return file.getParent().toString().replaceFirst("src/(main|test)/java", "src");
    }

    @Test
    void testClassNamesEndWithTest() {
        List<Path> tests = filter(
                checkout.javaTestFiles(),
                text -> HAS_TESTS.matcher(text).find() && !IS_BASE.matcher(text).find());
        assertThat(tests)
                .hasSizeGreaterThan(50)
                .allSatisfy(file -> assertThat(file.toString()).endsWith("Test.java"));
    }

    @Test
    void noTestSleepsWithoutAReason() {
        assertThat(filter(checkout.javaTestFiles(), text -> SLEEPS.matcher(text).find()))
                .as("sleeps without a comment that gives the reason")
                .isEmpty();
        assertThat(SLEEPS.matcher("        Thread" + ".sleep(100);\n").find()).isTrue();
        assertThat(SLEEPS.matcher("        Thread" + ".sleep(1); // the clock's own tick\n")
                        .find())
                .isFalse();
    }

    @Test
    void noFileNamesAFolderOfADevelopmentMachine() {
        assertThat(filter(
                        checkout.files(), text -> MACHINE_FOLDERS.matcher(text).find()))
                .isEmpty();
        for (String folder : List.of("work", "root")) {
            assertThat(MACHINE_FOLDERS.matcher("cd /" + folder + "/main").find())
                    .isTrue();
            assertThat(MACHINE_FOLDERS.matcher("target/" + folder + "/x").find())
                    .isFalse();
        }
    }
}
