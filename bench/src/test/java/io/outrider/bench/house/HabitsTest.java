package io.outrider.bench.house;

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

/** Constructs that no code of this repository may use. */
class HabitsTest {
    private static final DescribedPredicate<JavaClass> STATEFUL = resideInAnyPackage("java.util.concurrent.atomic")
            .or(assignableTo(Thread.class))
            .or(assignableTo(ThreadLocal.class))
            .or(assignableTo(Executor.class))
            .or(describe("concurrent collections", each -> each.getName().startsWith("java.util.concurrent.Con")));

    private static final ArchRule STATIC_FIELDS_ARE_FINAL =
            fields().that().areStatic().should().beFinal();

    private static final ArchRule NO_STATIC_STATE =
            noFields().that().areStatic().should().haveRawType(STATEFUL);

    private static final ArchRule ONLY_MAIN_ENDS_THE_PROGRAM = noClasses()
            .that(describe(
                    "nobody starts",
                    each -> each.tryGetMethod("main", String[].class).isEmpty()))
            .should()
            .callMethodWhere(of(System.class, "exit"))
            .orShould()
            .callMethodWhere(of(Runtime.class, "exit|halt"));

    private static final ArchRule NOBODY_SLEEPS = noClasses()
            .that()
            .areNotAssignableTo(Ticker.class)
            .should()
            .callMethodWhere(of(Thread.class, "sleep"))
            .orShould()
            .callMethodWhere(of(TimeUnit.class, "sleep"));

    /**
     * But for three: one compares with the kernel's stamps, which are of the machine's clock; one waits for other
     * threads, which no ticker can do; and one ends hostile formulas, which run on the machine's time.
     */
    private static final ArchRule TIME_IS_PASSED_IN = noClasses()
            .that()
            .areNotAssignableTo(Ticker.class)
            .and()
            .doNotHaveFullyQualifiedName("io.outrider.can.StaleFrames")
            .and()
            .doNotHaveFullyQualifiedName("io.outrider.can.VirtualBus$Port")
            .and()
            .doNotHaveFullyQualifiedName("io.outrider.obd.formula.Evaluation")
            .should()
            .callMethodWhere(of(System.class, "nanoTime|currentTimeMillis"))
            .orShould()
            .callMethodWhere(of(Instant.class, "now"));

    /** But for one, which silences a library that logs to java.util.logging what it also tells its caller. */
    private static final ArchRule NOBODY_PRINTS = noClasses()
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

    private static JavaClasses everything() {
        return Room.classes(Room.values());
    }

    /** What runs on the vehicle. */
    private static JavaClasses unit() {
        return Room.classes(Room.API, Room.WIRE, Room.CAN, Room.OBD, Room.STATE, Room.UNIT, Room.AGENT);
    }

    @Test
    void nothingStaticChanges() {
        STATIC_FIELDS_ARE_FINAL.check(everything());
        NO_STATIC_STATE.check(everything());
    }

    @Test
    void onlyAProgramsEntranceEndsTheProgram() {
        ONLY_MAIN_ENDS_THE_PROGRAM.check(everything());
    }

    @Test
    void timeIsPassedIn() {
        NOBODY_SLEEPS.check(unit());
        TIME_IS_PASSED_IN.check(unit());
    }

    @Test
    void whatTheUnitHasToSayGoesToTheLogOrToWhoeverAsked() {
        NOBODY_PRINTS.check(unit());
    }

    @Test
    void eachOfThemIsNoticed() {
        JavaClasses bad = new ClassFileImporter().importClasses(BadHabits.class);
        assertThat(STATIC_FIELDS_ARE_FINAL.evaluate(bad).hasViolation()).isTrue();
        assertThat(NO_STATIC_STATE.evaluate(bad).hasViolation()).isTrue();
        assertThat(ONLY_MAIN_ENDS_THE_PROGRAM.evaluate(bad).hasViolation()).isTrue();
        assertThat(NOBODY_SLEEPS.evaluate(bad).hasViolation()).isTrue();
        assertThat(TIME_IS_PASSED_IN.evaluate(bad).hasViolation()).isTrue();
        assertThat(NOBODY_PRINTS.evaluate(bad).hasViolation()).isTrue();
    }

    /** All of it at once; never run. */
    private static final class BadHabits {
        private static final AtomicInteger COUNT = new AtomicInteger();
        private static int calls;

        void act() throws InterruptedException {
            calls++;
            TimeUnit.SECONDS.sleep(COUNT.incrementAndGet()); // nobody calls this
            System.out.println(System.nanoTime());
            System.exit(calls);
        }
    }
}
