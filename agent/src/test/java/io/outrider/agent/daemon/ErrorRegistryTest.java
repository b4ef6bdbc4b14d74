package io.outrider.agent.daemon;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.outrider.api.CommonErrors;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Registry of error codes: complete, without duplicates, and in {@code docs/errors.md}. */
class ErrorRegistryTest {
    private static final Path PAGE = Path.of("../docs/errors.md");
    private static final String WRITE = "errors.write";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("testkit"))
            .importPackages("io.outrider");
    private static final Pattern LITERAL = Pattern.compile("\"([A-Z][A-Z0-9_]*)\"");

    private static final String INTRODUCTION = """
            # Error codes

            A failed call has a code for programs, who has to act, and a sentence for people. The code never changes; the
            sentence may. The code and the actor are in the error of the [local API](local-api.md) and of
            `outrider --json`; the code is in the state `rejected` of a [command](commands.md), in the `error` of the
            [reported state](desired.md) and in the log. One code may come with another actor than the usual one, which
            the table names: `caller` (the call is wrong or comes at a wrong time), `operator` (a setting, file or
            interface of the unit), `network`, `vehicle` (ignition, or an ECU that refuses or is silent), `agent` (a
            fault in outrider).

            A test writes this page from the registry: `mvn -pl agent test -Dtest=ErrorRegistryTest -Derrors.write=true`
            """;

    private final ErrorRegistry registry = ErrorRegistry.of(distribution());

    /** The modules of the class path without toys. */
    private static List<ModuleFactory> distribution() {
        return ServiceLoader.load(ModuleFactory.class).stream()
                .filter(each -> !each.type().getPackageName().contains("testkit"))
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    private static String page(ErrorRegistry registry) {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (ErrorRegistry.Group group : registry.groups()) {
            page.append("\n## ").append(group.title()).append("\n\n");
            page.append("| code | who acts | meaning | what to do |\n|---|---|---|---|\n");
            for (ErrorCode each : group.codes()) {
                String actor = each.actor().name().toLowerCase(Locale.ROOT);
                page.append("| `%s` | %s | %s | %s |\n".formatted(each, actor, each.meaning(), each.action()));
            }
        }
        return page.toString();
    }

    @Test
    void thePageIsThatOfTheRegistry() throws IOException {
        String page = page(registry);
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("docs/errors.md is not that of the registry; run this test with -D" + WRITE + "=true to write it")
                .hasContent(page);
    }

    @Test
    void everyConstantIsInTheRegistry() {
        Set<String> constants = CLASSES.stream()
                .flatMap(each -> each.getFields().stream())
                .filter(each -> each.getRawType().isEquivalentTo(ErrorCode.class)
                        && each.getModifiers().contains(JavaModifier.STATIC))
                .map(each -> each.getName())
                .collect(Collectors.toSet());
        assertThat(registry.codes().stream().map(ErrorCode::name)).containsExactlyInAnyOrderElementsOf(constants);
    }

    @Test
    void codesAreMadeInListsOfCodesOnly() {
        DescribedPredicate<JavaClass> lists = DescribedPredicate.describe(
                "lists of codes, or failures that another process reports",
                each -> each.getSimpleName().endsWith("Errors") || each.isEquivalentTo(Failure.class));
        noClasses()
                .that(DescribedPredicate.not(lists))
                .should()
                .callConstructor(ErrorCode.class, String.class, Failure.Actor.class, String.class, String.class)
                .check(CLASSES);
    }

    /** Else a search for the constant does not find who makes a code and who acts on it. */
    @Test
    void codesAreNotWrittenAsText() throws IOException {
        Set<String> names = registry.codes().stream().map(ErrorCode::name).collect(Collectors.toSet());
        List<String> found = new ArrayList<>();
        for (String root : List.of("../modules", "src/main/java")) {
            try (Stream<Path> files = Files.walk(Path.of(root))) {
                for (Path file : files.filter(ErrorRegistryTest::isMainSource).toList()) {
                    Matcher literal = LITERAL.matcher(Files.readString(file));
                    while (literal.find()) {
                        if (names.contains(literal.group(1))) {
                            found.add(file.getFileName() + " " + literal.group(1));
                        }
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private static boolean isMainSource(Path file) {
        String path = file.toString();
        return path.contains("src/main/java") && path.endsWith(".java") && !path.endsWith("Errors.java");
    }

    @Test
    void everyCodeHasItsNameAndTwoSentences() {
        assertThat(registry.codes()).hasSizeGreaterThan(60).allSatisfy(each -> {
            assertThat(each.name()).matches("[A-Z][A-Z0-9]*(_[A-Z0-9]+)*");
            assertThat(each.meaning()).as(each.name()).matches("[A-Z].*\\.").doesNotContain("|");
            assertThat(each.action()).as(each.name()).matches("[A-Z`].*\\.").doesNotContain("|");
        });
    }

    @Test
    void aCodeThatOccursTwiceIsRefused() {
        ErrorRegistry.Group group = new ErrorRegistry.Group("twice", CommonErrors.ALL);
        assertThatThrownBy(() -> new ErrorRegistry(List.of(group, group)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("two error codes are called BAD_ARGUMENT");
    }
}
