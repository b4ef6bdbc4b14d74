package io.outrider.bench.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
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
class LayeringTest {
    private static final String JDK = "java..";
    private static final String LOGGING = "org.slf4j..";
    private static final String ANNOTATIONS = "com.fasterxml.jackson.annotation..";
    private static final String API = "io.outrider.api..";
    private static final String WIRE = "io.outrider.wire..";
    private static final String CAN = "io.outrider.can..";
    private static final String OBD = "io.outrider.obd..";
    private static final String STATE = "io.outrider.state..";
    private static final String UNIT = "io.outrider.unit..";
    private static final String POWER = "io.outrider.power..";
    private static final String DOCKER = "io.outrider.docker..";
    private static final String AGENT = "io.outrider.agent..";
    private static final String BENCH = "io.outrider.bench..";
    private static final String JAVACAN = "tel.schich.javacan..";
    private static final String JSON_TOKENS = "com.fasterxml.jackson.core..";
    private static final String DOCKER_TRANSPORT = "com.github.dockerjava..";
    private static final String PAHO = "org.eclipse.paho..";
    private static final String JNA = "com.sun.jna..";
    private static final String JSERIALCOMM = "com.fazecast.jSerialComm..";
    private static final String LOGBACK = "ch.qos.logback..";

    /** Imported once for all tests, without the classes of others: their names suffice, and to read them takes longest. */
    private final JavaClasses all = ArchConfiguration.withThreadLocalScope(configuration -> {
        configuration.setResolveMissingDependenciesFromClassPath(false);
        return MavenModule.classes(MavenModule.values());
    });

    private JavaClasses imported(MavenModule... modules) {
        return all.that(DescribedPredicate.describe(
                "are of these modules",
                each -> Stream.of(modules)
                        .anyMatch(module -> each.getPackageName().startsWith(module.packageName()))));
    }

    private static ArchRule only(String packages, String... others) {
        return classes().that().resideInAPackage(packages).should().onlyDependOnClassesThat(resideInAnyPackage(others));
    }

    private static ArchRule onlyIn(String packages, String library) {
        return onlyIn(resideInAPackage(packages), library);
    }

    private static ArchRule onlyIn(DescribedPredicate<JavaClass> exempt, String library) {
        return noClasses().that(not(exempt)).should().dependOnClassesThat(resideInAPackage(library));
    }

    @Test
    void apiDependsOnNoOtherModule() {
        only(API, API, JDK, LOGGING, ANNOTATIONS).check(imported(MavenModule.API));
    }

    @Test
    void wireDependsOnApiAndJsonOnly() {
        only(WIRE, WIRE, API, JDK, "com.fasterxml.jackson..").check(imported(MavenModule.WIRE));
    }

    @Test
    void canDependsOnApiAndJavaCanOnly() {
        only(CAN, CAN, API, JAVACAN, JDK, LOGGING, ANNOTATIONS).check(imported(MavenModule.CAN));
    }

    @Test
    void onlyCanAndTheBenchUseJavaCan() {
        onlyIn(CAN, JAVACAN).check(imported(MavenModule.ofVehicle()));
    }

    /** Without jackson-databind, as the agent binds arguments. */
    @Test
    void obdDependsOnApiAndCanOnly() {
        only(OBD, OBD, CAN, API, JDK, LOGGING, ANNOTATIONS).check(imported(MavenModule.OBD));
    }

    @Test
    void theAgentDependsOnApiAndWireOnly() {
        only(
                        AGENT,
                        AGENT,
                        API,
                        WIRE,
                        JDK,
                        "javax.net..",
                        "javax.crypto..",
                        "javax.security.auth.x500..",
                        LOGGING,
                        LOGBACK,
                        "com.fasterxml.jackson..",
                        PAHO,
                        JNA)
                .check(imported(MavenModule.AGENT));
    }

    @Test
    void stateDependsOnApiOnly() {
        only(STATE, STATE, API, JDK, LOGGING, ANNOTATIONS).check(imported(MavenModule.STATE));
    }

    @Test
    void powerDependsOnApiOnly() {
        only(POWER, POWER, API, JDK, LOGGING, ANNOTATIONS).check(imported(MavenModule.POWER));
    }

    /** TLS to registries, and hashes and signatures of releases, are of the JDK. */
    @Test
    void dockerDependsOnApiJsonAndTheTransportToTheEngineOnly() {
        only(
                        DOCKER,
                        DOCKER,
                        API,
                        JDK,
                        "javax.net..",
                        "javax.crypto..",
                        "javax.security.auth.x500..",
                        LOGGING,
                        "com.fasterxml.jackson..",
                        DOCKER_TRANSPORT)
                .check(imported(MavenModule.DOCKER));
    }

    /** JSON tokens are needed for gpsd, jSerialComm and a system call for serial receivers. */
    @Test
    void unitDependsOnApiAndLibrariesOfReceiversOnly() {
        only(UNIT, UNIT, API, JDK, LOGGING, ANNOTATIONS, JSON_TOKENS, JSERIALCOMM, JNA)
                .check(imported(MavenModule.UNIT));
    }

    /** Each can be replaced by changing one package. */
    @Test
    void eachLibraryIsUsedInOnePackage() {
        onlyIn("io.outrider.agent.fleet.mqtt..", PAHO).check(imported(MavenModule.ofVehicle()));
        onlyIn("io.outrider.bench.paho..", PAHO).check(imported(MavenModule.BENCH)); // yardstick of measurements
        // system calls: the socket of the service manager, the kernel's clock, actions of signals
        onlyIn(
                        resideInAnyPackage(
                                "io.outrider.agent.runtime.watchdog..",
                                "io.outrider.agent.runtime.clock..",
                                "io.outrider.unit.gnss.."),
                        JNA)
                .check(imported(MavenModule.values()));
        onlyIn("io.outrider.unit.gnss..", JSERIALCOMM).check(imported(MavenModule.values()));
        onlyIn("io.outrider.docker.engine..", DOCKER_TRANSPORT).check(imported(MavenModule.values()));
        onlyIn("io.outrider.agent.runtime.log..", LOGBACK).check(imported(MavenModule.values()));
    }

    @Test
    void noModuleDependsOnTheBench() {
        onlyIn(BENCH, BENCH).check(imported(MavenModule.values()));
    }

    @ParameterizedTest
    @EnumSource
    void packagesOfAModuleHaveNoCycle(MavenModule module) {
        SlicesRuleDefinition.slices()
                .assignedFrom(new PackagesAndMains())
                .should()
                .beFreeOfCycles()
                .check(imported(module));
    }

    /** A slice for each package; a class Main is a slice of its own, as no class calls it. */
    private static final class PackagesAndMains implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
            return each.getSimpleName().equals("Main")
                    ? SliceIdentifier.of(each.getPackageName(), each.getSimpleName())
                    : SliceIdentifier.of(each.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages and main classes";
        }
    }

    @ParameterizedTest
    @EnumSource
    void importContainsMainClassesOnly(MavenModule module) {
        JavaClasses imported = MavenModule.classes(module);
        assertThat(imported).isNotEmpty().allSatisfy(each -> {
            assertThat(each.getPackageName()).startsWith(module.packageName());
            assertThat(each.getSimpleName()).doesNotEndWith("Test");
        });
    }

    @Test
    void violationsAreDetected() {
        JavaClasses bench = imported(MavenModule.BENCH);
        assertThat(only(BENCH, BENCH, JDK).evaluate(bench).hasViolation()).isTrue();
        assertThat(onlyIn(CAN, AGENT).evaluate(bench).hasViolation()).isTrue();
    }
}
