package io.outrider.agent.daemon;

import io.outrider.agent.builtin.CmdSettings;
import io.outrider.agent.commands.JobSettings;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.ReferenceCheck;
import io.outrider.agent.runtime.settings.SettingsWarnings;
import io.outrider.agent.telemetry.loggers.LoggerModule;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Check of the calls of loggers and triggers: function exists, arguments bind, call is allowed. Calls nothing. */
final class ConfiguredCallCheck {
    private final Signatures functions;
    private final boolean complete;

    /** @param complete whether an unknown function is a problem, and no warning: it may be one of a missing module */
    ConfiguredCallCheck(Signatures functions, boolean complete) {
        this.functions = functions;
        this.complete = complete;
    }

    /** Problems of calls that cannot succeed; if there are none, warnings about those that may not. */
    ReferenceCheck.Findings check(BoundSettings settings) {
        List<ConfiguredCall> calls =
                new ArrayList<>(settings.section(Sections.LOGGERS).calls());
        calls.addAll(settings.section(Sections.TRIGGERS).calls());
        List<String> problems = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
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
                boolean isMissing = !complete && e.code().equals(CommonErrors.NO_SUCH_FUNCTION.name());
                (isMissing ? warnings : problems)
                        .add(settings.problem(each.section(), each.path() + key(each, e), e.getMessage()));
            }
        }
        warnings.addAll(notAllowed(calls, settings));
        return new ReferenceCheck.Findings(problems, problems.isEmpty() ? warnings : List.of());
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
    void warn(BoundSettings settings) {
        ReferenceCheck.Findings found = check(settings);
        SettingsWarnings.log(found.problems().isEmpty() ? found.warnings() : found.problems());
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
