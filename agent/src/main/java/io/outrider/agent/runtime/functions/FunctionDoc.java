package io.outrider.agent.runtime.functions;

import io.outrider.api.Signature;
import java.util.List;
import java.util.Locale;

/** Documentation text of a function, generated from its argument record. */
public final class FunctionDoc {
    private FunctionDoc() {}

    public static String text(Signature<?> function) {
        StringBuilder text = new StringBuilder(function.name() + ": " + function.summary() + "\n");
        List<Parameter> parameters = Parameter.of(function.arguments());
        if (parameters.isEmpty()) {
            return text.append("\nTakes no arguments.\n").toString();
        }
        text.append("\nArguments, by position or as NAME=VALUE:\n");
        parameters.forEach(parameter -> text.append(line(parameter)));
        if (parameters.stream().anyMatch(Parameter::required)) {
            text.append("\n* has to be given\n");
        }
        return text.toString();
    }

    private static String line(Parameter parameter) {
        boolean wide = parameter.kind().length() > 12;
        String line = String.format(
                Locale.ROOT,
                "  %-26s %-12s %s%s%n",
                parameter.name() + (parameter.required() ? " *" : ""),
                wide ? "one of" : parameter.kind(),
                parameter.help() + (wide ? ": " + parameter.kind() : ""),
                parameter.otherwise().isEmpty() ? "" : " (default: " + parameter.otherwise() + ")");
        List<String> aliases = parameter.aliases();
        return line + (aliases.isEmpty() ? "" : " ".repeat(42) + "also: " + String.join(", ", aliases) + "\n");
    }
}
