package io.outrider.service.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Layers of the service, and what it sees of the rest: api and wire. */
class ServiceLayersTest {
    private static final String SERVICE = "io.outrider.service..";

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.outrider.service");

    @Test
    void theServiceSeesApiAndWireOnly() {
        noClasses()
                .that()
                .resideInAPackage(SERVICE)
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.outrider..")
                        .and(com.tngtech.archunit.base.DescribedPredicate.not(
                                resideInAnyPackage(SERVICE, "io.outrider.api..", "io.outrider.wire.."))))
                .check(ALL);
    }

    @Test
    void packagesHaveNoCycle() {
        slices().matching("io.outrider.service.(*)..").should().beFreeOfCycles().check(ALL);
    }

    @Test
    void onlyTheHttpPackageKnowsJavalinAndOnlyTheProgramTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.outrider.service.http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..")
                .check(ALL);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.outrider.service.program..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "io.outrider.service.program..")
                .check(ALL);
        noClasses()
                .that()
                .resideOutsideOfPackages("io.outrider.service.http..", "io.outrider.service.program..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.outrider.service.http..")
                .check(ALL);
    }

    @Test
    void thereIsNoStaticStateAndTimeIsPassedIn() {
        fields().that().areStatic().should().beFinal().check(ALL);
        noFields()
                .that()
                .areStatic()
                .should()
                .haveRawType(resideInAnyPackage("java.util.concurrent.atomic")
                        .or(com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo(Thread.class)))
                .check(ALL);
        noClasses().should().callMethod(Instant.class, "now").check(ALL);
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(ALL);
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(ALL);
    }

    @Test
    void theRulesSeeTheClasses() {
        classes()
                .that()
                .haveSimpleName("FleetService")
                .should()
                .resideInAPackage("..program")
                .check(ALL);
    }
}
