package io.outrider.agent;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import org.junit.jupiter.api.Test;

/** Layers of the daemon: eight packages, each of which sees those before it. Fleet and commands do not see each other. */
class LayersTest {
    private static final String ROOT = "io.outrider.agent.";
    private static final JavaClasses AGENT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.outrider.agent");

    /** The records of telemetry are the only part of it that people and programs on the unit are given. */
    private static LayeredArchitecture layers() {
        return layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("runtime")
                .definedBy(ROOT + "runtime..")
                .layer("fleet")
                .definedBy(ROOT + "fleet..")
                .layer("commands")
                .definedBy(ROOT + "commands..")
                .layer("vehicle")
                .definedBy(ROOT + "vehicle..")
                .layer("records")
                .definedBy(ROOT + "telemetry.record..")
                .layer("telemetry")
                .definedBy(
                        ROOT + "telemetry",
                        ROOT + "telemetry.buffer..",
                        ROOT + "telemetry.loggers..",
                        ROOT + "telemetry.upload..")
                .layer("builtin")
                .definedBy(ROOT + "builtin..")
                .layer("operator")
                .definedBy(ROOT + "operator..")
                .layer("daemon")
                .definedBy(ROOT + "daemon..")
                .layer("entrance")
                .definedBy("io.outrider.agent")
                .whereLayer("runtime")
                .mayNotAccessAnyLayer()
                .whereLayer("fleet")
                .mayOnlyAccessLayers("runtime")
                .whereLayer("commands")
                .mayOnlyAccessLayers("runtime")
                .whereLayer("vehicle")
                .mayOnlyAccessLayers("runtime", "fleet", "commands")
                .whereLayer("records")
                .mayOnlyAccessLayers("runtime", "fleet", "commands", "vehicle")
                .whereLayer("telemetry")
                .mayOnlyAccessLayers("runtime", "fleet", "commands", "vehicle", "records")
                .whereLayer("builtin")
                .mayOnlyAccessLayers("runtime", "fleet", "commands", "vehicle", "records", "telemetry")
                .whereLayer("operator")
                .mayOnlyAccessLayers("runtime", "fleet", "commands", "vehicle", "records", "builtin")
                .whereLayer("daemon")
                .mayOnlyBeAccessedByLayers("entrance")
                .whereLayer("entrance")
                .mayNotBeAccessedByAnyLayer();
    }

    @Test
    void aPackageDependsOnEarlierOnesOnly() {
        layers().check(AGENT);
    }

    @Test
    void everyClassIsInALayer() {
        assertThat(AGENT)
                .hasSizeGreaterThan(300)
                .allSatisfy(each -> assertThat(each.getPackageName())
                        .matches("io\\.outrider\\.agent"
                                + "(\\.(runtime|fleet|commands|vehicle|telemetry|builtin|operator|daemon)\\b.*)?"));
    }

    @Test
    void anUpwardDependencyIsDetected() {
        LayeredArchitecture upward = layers().whereLayer("operator").mayNotBeAccessedByAnyLayer();
        assertThat(upward.evaluate(AGENT).hasViolation()).isTrue();
    }
}
