package io.outrider.bench.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.outrider.api.Ticker;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Coding rules for all main code: no mutable static state, no exit outside main, passed-in time, no printing. */
class CodingRulesTest {
    private static final JavaClasses ALL = MavenModule.classes(MavenModule.values());

    /** Classes that run on the vehicle. */
    private static final JavaClasses ON_VEHICLE = MavenModule.classes(MavenModule.ofVehicle());

    private static final DescribedPredicate<JavaClass> STATEFUL = resideInAnyPackage("java.util.concurrent.atomic")
            .or(assignableTo(Thread.class))
            .or(assignableTo(ThreadLocal.class))
            .or(assignableTo(Executor.class))
            .or(describe("concurrent collections", each -> each.getName().startsWith("java.util.concurrent.Con")));

    private static final ArchRule STATIC_FIELDS_ARE_FINAL =
            fields().that().areStatic().should().beFinal();

    private static final ArchRule NO_STATIC_STATE =
            noFields().that().areStatic().should().haveRawType(STATEFUL);

    private static final ArchRule ONLY_MAIN_EXITS = noClasses()
            .that(describe(
                    "without a main method",
                    each -> each.tryGetMethod("main", String[].class).isEmpty()))
            .should()
            .callMethodWhere(of(System.class, "exit"))
            .orShould()
            .callMethodWhere(of(Runtime.class, "exit|halt"));

    private static final ArchRule NO_SLEEP = noClasses()
            .that()
            .areNotAssignableTo(Ticker.class)
            .should()
            .callMethodWhere(of(Thread.class, "sleep"))
            .orShould()
            .callMethodWhere(of(TimeUnit.class, "sleep"));

    /**
     * Exceptions: StaleFrames compares with the kernel's time stamps, VirtualBus waits for other threads, and Evaluation
     * limits the run time of formulas.
     */
    private static final ArchRule NO_SYSTEM_TIME = noClasses()
            .that()
            .areNotAssignableTo(Ticker.class)
            .and()
            .doNotHaveFullyQualifiedName("io.outrider.can.StaleFrames")
            .and()
            .doNotHaveFullyQualifiedName("io.outrider.can.VirtualBus$NodePort")
            .and()
            .doNotHaveFullyQualifiedName("io.outrider.obd.formula.Evaluation")
            .should()
            .callMethodWhere(of(System.class, "nanoTime|currentTimeMillis"))
            .orShould()
            .callMethodWhere(of(Instant.class, "now"));

    /** Exception: PahoSession disables java.util.logging of Paho, which also returns the same errors. */
    private static final ArchRule NO_PRINTING = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.outrider.agent.fleet.mqtt.PahoSession")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethodWhere(of(Throwable.class, "printStackTrace"))
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.util.logging..");

    private static DescribedPredicate<JavaCall<?>> of(Class<?> type, String methods) {
        return target(owner(assignableTo(type))).and(target(nameMatching(methods)));
    }

    @Test
    void staticFieldsHoldNoMutableState() {
        STATIC_FIELDS_ARE_FINAL.check(ALL);
        NO_STATIC_STATE.check(ALL);
    }

    @Test
    void onlyMainClassesExitTheProcess() {
        ONLY_MAIN_EXITS.check(ALL);
    }

    @Test
    void vehicleModulesTakeTimeFromATicker() {
        NO_SLEEP.check(ON_VEHICLE);
        NO_SYSTEM_TIME.check(ON_VEHICLE);
    }

    @Test
    void vehicleModulesPrintNothing() {
        NO_PRINTING.check(ON_VEHICLE);
    }

    @Test
    void everyRuleDetectsAViolation() {
        JavaClasses bad = new ClassFileImporter().importClasses(RuleViolations.class);
        assertThat(STATIC_FIELDS_ARE_FINAL.evaluate(bad).hasViolation()).isTrue();
        assertThat(NO_STATIC_STATE.evaluate(bad).hasViolation()).isTrue();
        assertThat(ONLY_MAIN_EXITS.evaluate(bad).hasViolation()).isTrue();
        assertThat(NO_SLEEP.evaluate(bad).hasViolation()).isTrue();
        assertThat(NO_SYSTEM_TIME.evaluate(bad).hasViolation()).isTrue();
        assertThat(NO_PRINTING.evaluate(bad).hasViolation()).isTrue();
    }

    /** Violations of all rules; never run. */
    private static final class RuleViolations {
        private static final AtomicInteger COUNT = new AtomicInteger();
        private static int calls;

        void act() throws InterruptedException {
            calls++;
            TimeUnit.SECONDS.sleep(COUNT.incrementAndGet()); // never called
            System.out.println(System.nanoTime());
            System.exit(calls);
        }
    }
}
