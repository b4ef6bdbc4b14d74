package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.api.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Check of the settings files for {@code outrider config check}: their problems and the changes of a reload. Read-only. */
public final class ConfigCheck {
    private final SettingsFiles files;
    private final SettingsSchema sections;
    private final ReferenceCheck references;
    private final ObjectMapper mapper = Json.mapper();

    public ConfigCheck(SettingsFiles files, SettingsSchema sections, ReferenceCheck references) {
        this.references = references;
        this.files = files;
        this.sections = sections;
    }

    /**
     * @param inForce result of {@code config.get} of the running daemon; empty if none runs. Its secrets are masked, so that
     *     added and removed secrets are found, but not changed ones
     * @return lines for people
     * @throws Failure with a line for each problem, for which a reload would not accept the files
     */
    public List<String> check(Optional<JsonNode> inForce) throws Failure {
        SettingsSchema.Checked checked = sections.check(files.load(), references::check);
        if (!checked.problems().isEmpty()) {
            throw new Failure(
                    AgentErrors.BAD_SETTING,
                    checked.problems().stream().map(Redaction::sentence).collect(Collectors.joining("\n")));
        }
        List<String> lines = new ArrayList<>();
        lines.add(good(files.files()));
        checked.warnings().forEach(each -> lines.add("but: " + each));
        if (inForce.isEmpty()) {
            lines.add("outrider does not run here, or does not answer: what would change is not known");
            return lines;
        }
        modulesToLoad(inForce.get()).forEach(each -> lines.add("but: " + each));
        List<SettingChange> changes = changes(inForce.get(), checked.settings());
        lines.add(changes.isEmpty() ? "nothing would change" : "would change:");
        changes.forEach(change -> lines.add("  " + change));
        return lines;
    }

    /** Sections that only one of the two has: a daemon loads modules at its start only. */
    private List<String> modulesToLoad(JsonNode inForce) {
        List<String> lines = new ArrayList<>();
        for (String section : sections.names()) {
            boolean isKnown = sections.keys(section).stream()
                    .allMatch(key -> inForce.path(section).has(key.name()));
            if (!inForce.has(section) || !isKnown) {
                lines.add("the running outrider does not have the module of [" + section
                        + "] as it is now: restart it, as a reload loads no modules");
            }
        }
        inForce.fieldNames().forEachRemaining(section -> {
            if (!sections.names().contains(section)) {
                lines.add("the running outrider still has the module of [" + section + "]: restart it");
            }
        });
        return lines;
    }

    private static String good(List<Path> read) {
        return read.isEmpty()
                ? "there are no settings files: the defaults hold"
                : "good: " + read.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    private List<SettingChange> changes(JsonNode inForce, BoundSettings settings) {
        List<SettingChange> changes = new ArrayList<>();
        for (Map.Entry<String, Map<String, Object>> section :
                sections.effective(settings).entrySet()) {
            section.getValue().forEach((key, value) -> {
                String before = shown(inForce.path(section.getKey()).path(key));
                String after = shown(mapper.valueToTree(value));
                if (!before.equals(after)) {
                    changes.add(new SettingChange(section.getKey(), key, before, after));
                }
            });
        }
        return changes;
    }

    private static String shown(JsonNode value) {
        boolean masked = value.isTextual() && value.textValue().equals(Redaction.MASK);
        return value.isMissingNode() || value.isNull() ? "" : masked ? Redaction.MASK : value.toString();
    }
}
