package io.outrider.bench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Names of modules and their functions in the texts of the agent, which knows no module. The agent's own functions with a
 * prefix of a module's are no exception. Skipped, and says so, where there is no git checkout.
 */
class ModuleNamesTest {
    private static final Pattern NAMES =
            Pattern.compile("\"((obd|acc|ec2x|gnss|rpi|docker|power)(\\.[a-z_]+)?|state\\.[a-z_]+)\"");

    private static final Pattern COMMENTS = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

    /** The list of what a unit reads if nothing else is set. */
    private static final String STANDARD_LOGGERS = "telemetry/loggers/StandardLoggers.java";

    /** Files that name one until events, conditions and calls are part of the contract of a module. None is added. */
    private static final Set<String> YET = Set.of(
            "builtin/AutopiFunctions.java",
            "builtin/StatusModule.java",
            "daemon/ArchiveTraining.java",
            "daemon/VehicleParts.java",
            "operator/api/RecordTypes.java",
            "operator/cli/CommandLine.java",
            "operator/cli/PlotCommand.java",
            "operator/cli/StatusFacts.java",
            "runtime/settings/TomlFile.java",
            "telemetry/loggers/ModuleGate.java",
            "telemetry/record/Priorities.java");

    @Test
    void theAgentNamesNoModule() throws Exception {
        Checkout checkout = Checkout.orSkip();
        Path agent = Path.of("agent/src/main/java/io/outrider/agent");
        List<Path> sources = checkout.java().stream()
                .filter(file -> file.toString().contains(agent.toString()))
                .toList();
        assertThat(sources).hasSizeGreaterThan(300);
        Set<String> naming = sources.stream()
                .filter(file -> NAMES.matcher(
                                COMMENTS.matcher(checkout.text(file)).replaceAll(""))
                        .find())
                .map(file -> file.toString().replaceFirst(".*" + agent + "/", ""))
                .collect(Collectors.toSet());
        assertThat(naming).contains(STANDARD_LOGGERS);
        naming.remove(STANDARD_LOGGERS);
        assertThat(naming)
                .as("files that name a module; one that does no more leaves the list")
                .isEqualTo(YET);
    }
}
