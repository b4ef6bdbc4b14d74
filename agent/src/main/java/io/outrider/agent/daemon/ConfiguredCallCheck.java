package io.outrider.agent.daemon;

import io.outrider.agent.builtin.CmdSettings;
import io.outrider.agent.commands.JobSettings;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.ReferenceCheck;
import io.outrider.agent.telemetry.loggers.LoggerModule;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Check of the calls of loggers and triggers: function exists, arguments bind, call is allowed. Calls nothing. */
final class ConfiguredCallCheck {
    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredCallCheck.class);
    private static final int MAX_LOGGED = 20;

    private ConfiguredCallCheck() {}

    /** Problems of calls that cannot succeed; if there are none, warnings about those that [jobs] or [cmd] forbids. */
    static ReferenceCheck.Findings check(BoundSettings settings, Signatures functions) {
        List<ConfiguredCall> calls =
                new ArrayList<>(settings.section(Sections.LOGGERS).calls());
        calls.addAll(settings.section(Sections.TRIGGERS).calls());
        List<String> problems = new ArrayList<>();
        for (ConfiguredCall each : calls) {
            Optional<String> nested = LoggerModule.nested(each);
            if (nested.isPresent()) {
                problems.add(settings.problem(each.section(), each.path() + ".function", nested.get()));
                continue;
            }
            try {
                if (each.open()) {
                    functions.find(each.function());
                } else {
                    functions.check(each.function(), each.arg(), each.kwarg());
                }
            } catch (Failure e) {
                problems.add(settings.problem(each.section(), each.path() + key(each, e), e.getMessage()));
            }
        }
        return new ReferenceCheck.Findings(problems, problems.isEmpty() ? notAllowed(calls, settings) : List.of());
    }

    /** The wrong key of the entry; empty if the failure does not determine it. */
    private static String key(ConfiguredCall call, Failure why) {
        String path = why.path();
        if (path.equals("function")) {
            return ".function";
        }
        if (path.startsWith("kwarg.") || call.arg().isEmpty()) {
            return ".kwarg";
        }
        return call.kwarg().isEmpty() ? ".arg" : "";
    }

    /** Logs the problems where settings can no longer be refused: at the start, or when modules have changed. */
    static void warn(BoundSettings settings, Signatures functions) {
        ReferenceCheck.Findings found = check(settings, functions);
        List<String> lines = found.problems().isEmpty() ? found.warnings() : found.problems();
        lines.stream().limit(MAX_LOGGED).forEach(each -> LOG.warn("{}", each));
        if (lines.size() > MAX_LOGGED) {
            LOG.warn("and {} more problems of configured calls; see outrider config check", lines.size() - MAX_LOGGED);
        }
    }

    private static List<String> notAllowed(List<ConfiguredCall> calls, BoundSettings settings) {
        JobSettings jobs = settings.section(Sections.JOBS);
        boolean shell = settings.section("cmd", CmdSettings.class).enabled();
        List<String> all = new ArrayList<>();
        for (ConfiguredCall each : calls) {
            String why = !jobs.allows(each.function())
                    ? "[jobs] allow and deny do not let it be called"
                    : each.function().equals("cmd.run") && !shell ? "[cmd] enabled = true allows it" : "";
            if (!why.isEmpty()) {
                all.add(settings.problem(
                        each.section(),
                        each.path() + ".function",
                        each.function() + " is not allowed here, and will not be called: " + why));
            }
        }
        return all;
    }
}
