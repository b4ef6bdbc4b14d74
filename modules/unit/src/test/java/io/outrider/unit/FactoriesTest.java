package io.outrider.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.State;
import io.outrider.api.Ticker;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
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
        try (Module module = factory.open(new Bare())) {
            assertThat(module.functions()).isNotEmpty().allSatisfy(each -> {
                assertThat(each.name()).startsWith(factory.name() + ".");
                assertThat(each.summary()).isNotBlank();
            });
            assertThat(module.health()).isEqualTo(Health.NOTHING);
            assertThat(module.pollingBlocked(false)).isEmpty();
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

    /** Context without settings. */
    private static final class Bare implements ModuleContext {
        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public Ticker ticker() {
            return Ticker.system();
        }

        @Override
        public String boot() {
            return "one boot";
        }

        @Override
        public Path data() {
            return Path.of("no-folder");
        }

        @Override
        public <S extends Record> S settings(Class<S> shape) {
            return FunctionCalls.MAPPER.convertValue(Map.of(), shape);
        }

        @Override
        public SortedMap<String, State> states() {
            return new TreeMap<>();
        }

        @Override
        public <A extends Record> A arguments(Class<A> shape, List<?> positional, Map<String, ?> keywords)
                throws Failure {
            throw new AssertionError("nobody calls another module");
        }
    }
}
