package io.outrider.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Health;
import io.outrider.api.Module;
import io.outrider.api.ModuleFactory;
import io.outrider.testkit.TestContext;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FactoriesTest {
    static Stream<ModuleFactory> all() {
        return ServiceLoader.load(ModuleFactory.class).stream().map(ServiceLoader.Provider::get);
    }

    @Test
    void eachPrefixHasItsModule() {
        assertThat(all()).extracting(ModuleFactory::name).containsExactlyInAnyOrder("acc", "ec2x", "gnss", "rpi");
    }

    @ParameterizedTest
    @MethodSource("all")
    void aModuleOpensHealthyWithoutHardwareAndSettings(ModuleFactory factory) throws Exception {
        TestContext context = new TestContext().withData(Path.of("no-folder"));
        try (Module module = factory.open(context)) {
            assertThat(module.functions()).isNotEmpty().allSatisfy(each -> {
                assertThat(each.name()).startsWith(factory.name() + ".");
                assertThat(each.summary()).isNotBlank();
            });
            assertThat(module.health()).isEqualTo(Health.NOTHING);
            assertThat(context.pollingPolicy().blocked()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void everySettingIsExplained(ModuleFactory factory) {
        for (RecordComponent each : factory.settings().getRecordComponents()) {
            assertThat(each.getAccessor().getAnnotation(JsonPropertyDescription.class))
                    .as(each.getName())
                    .isNotNull();
        }
    }
}
