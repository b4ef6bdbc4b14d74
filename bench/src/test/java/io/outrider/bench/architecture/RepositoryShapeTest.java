package io.outrider.bench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

    @Test
    void noNestedTypeHasTheNameOfATopLevelClass() {
        Set<String> topLevel = checkout.javaFiles().stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        Map<Path, List<String>> nested = checkout.javaFiles().stream()
                .collect(Collectors.toMap(file -> file, file -> nestedTypes(checkout.text(file))));
        assertThat(nested.values().stream().mapToInt(List::size).sum()).isGreaterThan(300);
        assertThat(nested)
                .allSatisfy((file, names) -> assertThat(names)
                        .as("nested types of " + file + ": one with the name of a top-level class needs another name")
                        .doesNotContainAnyElementsOf(topLevel));
        assertThat(nestedTypes("    public static final class Part<T> {\n        private record Row(int at) {}\n"))
                .containsExactly("Part", "Row");
        assertThat(nestedTypes("public final class Part {\n    /** A class Row. */\n    String record;\n"))
                .isEmpty();
    }

    private static List<String> nestedTypes(String text) {
        return NESTED_TYPE
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .toList();
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
