package io.outrider.bench.house;

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

/** What no file of the repository may be like. Needs a git checkout; skipped, and says so, where there is none. */
class HouseShapeTest {
    private static final int MOST_LINES = 400;

    private static final Pattern HAS_TESTS =
            Pattern.compile("^\\s+@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b", Pattern.MULTILINE);
    private static final Pattern IS_BASE = Pattern.compile("^(public )?(abstract class|interface) ", Pattern.MULTILINE);

    /** A wait of fixed length without a word why it has to be, on the same line. */
    private static final Pattern SLEEPS =
            Pattern.compile("(Thread|TimeUnit\\.\\w+)\\.sleep\\([^\\n]*\\);[ \\t]*$", Pattern.MULTILINE);

    /** A folder of one machine, at the beginning of a path. */
    private static final Pattern MACHINES_OWN = Pattern.compile("(?<![\\w/.-])/(work|root)/");

    private Checkout checkout;

    @BeforeEach
    void look() throws Exception {
        checkout = Checkout.orSkip();
    }

    private List<Path> filter(List<Path> files, Predicate<String> text) {
        return files.stream().filter(file -> text.test(checkout.text(file))).toList();
    }

    @Test
    void noJavaFileIsLong() {
        assertThat(filter(checkout.java(), text -> text.lines().count() > MOST_LINES))
                .as("more than " + MOST_LINES + " lines: part it by subject")
                .isEmpty();
        assertThat(checkout.java()).as("there is something to look at").hasSizeGreaterThan(100);
    }

    /** In the main sources or, for packages that are in the tests only, there. */
    @Test
    void everyPackageSaysWhatItIs() {
        Set<String> told = checkout.java().stream()
                .filter(file -> file.endsWith("package-info.java"))
                .map(HouseShapeTest::module)
                .collect(Collectors.toSet());
        assertThat(checkout.java())
                .allSatisfy(
                        file -> assertThat(told).as("package-info of " + file).contains(module(file)));
    }

    @Test
    void aSimpleClassNameOccursOnce() {
        Map<String, List<Path>> files = checkout.java().stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        files.values().removeIf(each -> each.size() == 1);
        assertThat(files).isEmpty();
    }

    /** Module and package of a file. */
    private static String module(Path file) {
        return file.getParent().toString().replaceFirst("src/(main|test)/java", "src");
    }

    @Test
    void testsAreFoundByTheirName() {
        List<Path> tests = filter(
                checkout.javaOfTests(),
                text -> HAS_TESTS.matcher(text).find() && !IS_BASE.matcher(text).find());
        assertThat(tests)
                .hasSizeGreaterThan(50)
                .allSatisfy(file -> assertThat(file.toString()).endsWith("Test.java"));
    }

    @Test
    void noTestSleepsToWaitForSomething() {
        assertThat(filter(checkout.javaOfTests(), text -> SLEEPS.matcher(text).find()))
                .as("sleeps, and no comment behind it says why")
                .isEmpty();
        assertThat(SLEEPS.matcher("        Thread" + ".sleep(100);\n").find()).isTrue();
        assertThat(SLEEPS.matcher("        Thread" + ".sleep(1); // the clock's own tick\n")
                        .find())
                .isFalse();
    }

    @Test
    void noFileNamesAFolderOfTheMachineItWasWrittenOn() {
        assertThat(filter(checkout.files(), text -> MACHINES_OWN.matcher(text).find()))
                .isEmpty();
        for (String folder : List.of("work", "root")) {
            assertThat(MACHINES_OWN.matcher("cd /" + folder + "/main").find()).isTrue();
            assertThat(MACHINES_OWN.matcher("target/" + folder + "/x").find()).isFalse();
        }
    }
}
