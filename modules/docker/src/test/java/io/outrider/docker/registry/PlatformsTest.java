package io.outrider.docker.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.docker.registry.Platforms.Platform;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which images which processor runs. Empty cells are absent members. */
class PlatformsTest {
    @ParameterizedTest
    @CsvSource({
        "amd64,, amd64,, 0",
        "amd64,, amd64, v1, 0",
        "amd64,, 386,, 1",
        "amd64,, arm64,, -1",
        "amd64,, arm, v7, -1",
        "arm64,, arm64, v8, 0",
        "arm64, v8, arm64,, 0",
        "arm64, v8, arm, v8, 1",
        "arm64, v8, arm, v7, 2",
        "arm64, v8, arm,, 2",
        "arm64, v8, arm, v5, 4",
        "arm64, v8, amd64,, -1",
        "arm, v7, arm, v7, 0",
        "arm, v7, arm,, 0",
        "arm,, arm, v7, 0",
        "arm, v7, arm, v6, 1",
        "arm, v7, arm, v5, 2",
        "arm, v7, arm, v8, -1",
        "arm, v7, arm64,, -1",
        "arm, v6, arm, v7, -1",
        "arm, v6, arm, v6, 0",
        "arm, v6, arm, v5, 1",
        "riscv64,, riscv64,, 0",
        "riscv64,, amd64,, -1",
        "riscv64,, , , -1",
    })
    void theOrderIsThatOfTheEngines(String own, String ownVariant, String its, String itsVariant, int rank) {
        Platforms platforms = new Platforms(CheckScene.engine(own, ownVariant == null ? "" : ownVariant));
        assertThat(platforms.rank(new Platform("linux", its, itsVariant))).isEqualTo(rank);
        assertThat(platforms.rank(new Platform("windows", its, itsVariant))).isEqualTo(-1);
        assertThat(platforms.rank(new Platform(null, its, itsVariant))).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"arm64, v8, linux/arm64", "arm,, linux/arm/v7", "arm, v6, linux/arm/v6", "amd64,, linux/amd64"})
    void theNameIsAsRegistriesWriteIt(String architecture, String variant, String name) {
        assertThat(new Platforms(CheckScene.engine(architecture, variant == null ? "" : variant)))
                .hasToString(name);
    }
}
