package io.outrider.bench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Check that string literals of the agent begin with no module or function of a module, the agent's own functions with such a
 * prefix included. Skipped without a git checkout.
 */
class ModuleNamesTest {
    private static final Pattern NAMES =
            Pattern.compile("(?<!\\\\)\"((obd|acc|ec2x|gnss|rpi|docker|power)(\"|\\\\*\\.)|state\\.[a-z_])");

    private static final Pattern COMMENTS = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

    /** The default loggers, which name functions of modules. */
    private static final String STANDARD_LOGGERS = "telemetry/loggers/StandardLoggers.java";

    /** The list of what the distribution's clients know. */
    private static final String STANDARD_NAMES = "runtime/distribution/StandardNames.java";

    @Test
    void theAgentNamesNoModuleOutsideTheList() throws Exception {
        Checkout checkout = Checkout.orSkip();
        Path agent = Path.of("agent/src/main/java/io/outrider/agent");
        List<Path> sources = checkout.javaFiles().stream()
                .filter(file -> file.toString().contains(agent.toString()))
                .toList();
        assertThat(sources).hasSizeGreaterThan(300);
        Set<String> namingFiles = sources.stream()
                .filter(file -> NAMES.matcher(
                                COMMENTS.matcher(checkout.text(file)).replaceAll(""))
                        .find())
                .map(file -> file.toString().replaceFirst(".*" + agent + "/", ""))
                .collect(Collectors.toSet());
        assertThat(namingFiles).contains(STANDARD_LOGGERS, STANDARD_NAMES);
        namingFiles.removeAll(Set.of(STANDARD_LOGGERS, STANDARD_NAMES));
        assertThat(namingFiles).as("files that name a module").isEmpty();
    }
}
