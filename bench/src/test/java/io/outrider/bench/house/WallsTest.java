package io.outrider.bench.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Allowed imports between modules, including transitive dependencies, which Maven does not restrict. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WallsTest {
    private static final String JDK = "java..";
    private static final String LOGGING = "org.slf4j..";
    private static final String ANNOTATIONS = "com.fasterxml.jackson.annotation..";
    private static final String API = "io.outrider.api..";
    private static final String WIRE = "io.outrider.wire..";
    private static final String CAN = "io.outrider.can..";
    private static final String OBD = "io.outrider.obd..";
    private static final String STATE = "io.outrider.state..";
    private static final String UNIT = "io.outrider.unit..";
    private static final String AGENT = "io.outrider.agent..";
    private static final String BENCH = "io.outrider.bench..";
    private static final String JAVACAN = "tel.schich.javacan..";
    private static final String JSON_TOKENS = "com.fasterxml.jackson.core..";
    private static final String PAHO = "org.eclipse.paho..";
    private static final String JNA = "com.sun.jna..";
    private static final String LOGBACK = "ch.qos.logback..";

    /** Maven modules that run on the vehicle. */
    private static final Room[] UNIT_ROOMS = {Room.API, Room.WIRE, Room.CAN, Room.OBD, Room.STATE, Room.UNIT, Room.AGENT
    };

    private final JavaClasses all =
            Room.classes(Room.values()); // reading them takes longer than all that is asked of them

    private JavaClasses imported(Room... rooms) {
        return all.that(DescribedPredicate.describe(
                "are of these rooms",
                each -> Stream.of(rooms).anyMatch(room -> each.getPackageName().startsWith(room.packageName()))));
    }

    private static ArchRule only(String room, String... others) {
        return classes().that().resideInAPackage(room).should().onlyDependOnClassesThat(resideInAnyPackage(others));
    }

    private static ArchRule everywhereBut(String room, String library) {
        return everywhereBut(resideInAPackage(room), library);
    }

    private static ArchRule everywhereBut(DescribedPredicate<JavaClass> rooms, String library) {
        return noClasses().that(not(rooms)).should().dependOnClassesThat(resideInAPackage(library));
    }

    @Test
    void theContractDependsOnNothingOfOurs() {
        only(API, API, JDK, LOGGING, ANNOTATIONS).check(imported(Room.API));
    }

    @Test
    void whatLeavesTheProcessKnowsTheContractAndJsonOnly() {
        only(WIRE, WIRE, API, JDK, "com.fasterxml.jackson..").check(imported(Room.WIRE));
    }

    @Test
    void busesKnowTheContractAndJavaCanOnly() {
        only(CAN, CAN, API, JAVACAN, JDK, LOGGING, ANNOTATIONS).check(imported(Room.CAN));
    }

    @Test
    void nobodyButTheBusesAndTheBenchKnowsJavaCan() {
        everywhereBut(CAN, JAVACAN).check(imported(UNIT_ROOMS));
    }

    /** No jackson-databind either: what binds arguments is the agent's business. */
    @Test
    void diagnosticsKnowTheContractAndBusesOnly() {
        only(OBD, OBD, CAN, API, JDK, LOGGING, ANNOTATIONS).check(imported(Room.OBD));
    }

    @Test
    void theAgentKnowsNoModule() {
        only(AGENT, AGENT, API, WIRE, JDK, "javax.net..", LOGGING, LOGBACK, "com.fasterxml.jackson..", PAHO, JNA)
                .check(imported(Room.AGENT));
    }

    @Test
    void statesKnowTheContractOnly() {
        only(STATE, STATE, API, JDK, LOGGING, ANNOTATIONS).check(imported(Room.STATE));
    }

    /** gpsd speaks JSON. */
    @Test
    void theUnitsHardwareKnowsTheContractAndTheTokensOfJson() {
        only(UNIT, UNIT, API, JDK, LOGGING, ANNOTATIONS, JSON_TOKENS).check(imported(Room.UNIT));
    }

    /** So that each can be replaced by changing one package. The bench measures beside a bare Paho. */
    @Test
    void eachLibraryOfTheAgentHasOneRoom() {
        everywhereBut("io.outrider.agent.fleet.mqtt..", PAHO).check(imported(UNIT_ROOMS));
        everywhereBut("io.outrider.bench.paho..", PAHO).check(imported(Room.BENCH)); // the yardstick
        // the system's calls: sockets of the service manager there, the kernel's clock here
        everywhereBut(
                        resideInAnyPackage("io.outrider.agent.runtime.watchdog..", "io.outrider.agent.runtime.clock.."),
                        JNA)
                .check(imported(Room.values()));
        everywhereBut("io.outrider.agent.runtime.log..", LOGBACK).check(imported(Room.values()));
    }

    @Test
    void nobodyImportsTheBench() {
        everywhereBut(BENCH, BENCH).check(imported(Room.values()));
    }

    @ParameterizedTest
    @EnumSource
    void thePackagesOfAModuleHaveNoCycle(Room room) {
        SlicesRuleDefinition.slices()
                .assignedFrom(new PackagesAndMains())
                .should()
                .beFreeOfCycles()
                .check(imported(room));
    }

    /** Each package a slice. So is a program's entrance, which nobody calls: it may stand beside what it opens. */
    private static final class PackagesAndMains implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
            return each.getSimpleName().equals("Main")
                    ? SliceIdentifier.of(each.getPackageName(), each.getSimpleName())
                    : SliceIdentifier.of(each.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages and entrances";
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRoomIsSeenAndItsTestsAreNot(Room room) {
        JavaClasses seen = Room.classes(room);
        assertThat(seen).isNotEmpty().allSatisfy(each -> {
            assertThat(each.getPackageName()).startsWith(room.packageName());
            assertThat(each.getSimpleName()).doesNotEndWith("Test");
        });
    }

    @Test
    void aBrokenWallIsSeen() {
        JavaClasses bench = imported(Room.BENCH);
        assertThat(only(BENCH, BENCH, JDK).evaluate(bench).hasViolation()).isTrue();
        assertThat(everywhereBut(CAN, AGENT).evaluate(bench).hasViolation()).isTrue();
    }
}
