package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Schema of the settings: the record of each section. Immutable; any thread. */
public final class SettingsSchema {
    private final SortedMap<String, Class<? extends Record>> shapes;
    private final boolean complete;
    private final ObjectMapper mapper = Json.mapper();
    private final TableBinder binder = new TableBinder();

    public SettingsSchema(Map<String, Class<? extends Record>> shapes) {
        this(shapes, true);
    }

    /** @param complete whether an unknown section is a problem, and no warning: it may be one of a missing module */
    public SettingsSchema(Map<String, Class<? extends Record>> shapes, boolean complete) {
        this.shapes = new TreeMap<>(shapes);
        this.complete = complete;
    }

    public Set<String> names() {
        return shapes.keySet();
    }

    public List<Parameter> keys(String section) {
        return Parameter.of(shapes.get(section));
    }

    /** All problems, one a line; empty for valid settings. */
    public List<String> problems(Settings settings) {
        List<String> problems = new ArrayList<>();
        bind(settings, problems);
        return problems;
    }

    /** Result of {@link #check}: problems and warnings, one a line each. */
    record Checked(BoundSettings settings, List<String> problems, List<String> warnings) {}

    /** Binds the settings, and checks the references of all keys and entries that are valid by themselves. */
    Checked check(Settings settings, Function<BoundSettings, ReferenceCheck.Findings> references) {
        List<String> problems = new ArrayList<>();
        BoundSettings bound = bind(settings, problems);
        ReferenceCheck.Findings found = references.apply(bound);
        problems.addAll(found.problems());
        List<String> warnings = new ArrayList<>(found.warnings());
        if (!complete) {
            warnings.addAll(settings.unknown(names()));
        }
        return new Checked(bound, problems, warnings);
    }

    /** @throws Failure if there is any problem, with a line for each */
    public BoundSettings validate(Settings settings) throws Failure {
        List<String> problems = new ArrayList<>();
        BoundSettings bound = bind(settings, problems);
        SettingsProblems.check(problems);
        return bound;
    }

    /** An invalid section is bound without what is wrong in it, or to its defaults if that is impossible. */
    private BoundSettings bind(Settings settings, List<String> problems) {
        if (complete) {
            problems.addAll(settings.unknown(names()));
        }
        Map<String, BoundSection<?>> sections = new TreeMap<>();
        shapes.forEach((name, shape) -> {
            Map<String, SettingEntry> entries = settings.entries(name);
            BoundSection<?> bound = binder.section(name, shape, entries, problems);
            BoundSection<?> usable = bound == null && !entries.isEmpty() ? empty(name) : bound;
            if (usable != null) {
                sections.put(name, usable);
            }
        });
        return new BoundSettings(settings, sections);
    }

    /** An empty section; null if a key is required. */
    private BoundSection<?> empty(String section) {
        return binder.section(section, shapes.get(section), Map.of(), new ArrayList<>());
    }

    /** Effective values by section and key, with defaults and masked secrets; null for a key without a value. */
    public SortedMap<String, Map<String, Object>> effective(BoundSettings settings) {
        SortedMap<String, Map<String, Object>> all = new TreeMap<>();
        names().forEach(section -> all.put(section, effective(section, settings.record(section))));
        return all;
    }

    /** Effective values of an empty section; none if a key is required. */
    Map<String, Object> defaults(String section) {
        BoundSection<?> empty = empty(section);
        return empty == null ? Map.of() : effective(section, empty.record());
    }

    private Map<String, Object> effective(String section, Record bound) {
        Map<String, Object> shown = new LinkedHashMap<>();
        values(section, bound).forEach((key, value) -> shown.put(key.name(), masked(key, value)));
        return shown;
    }

    /** Differences of the effective values; setting a key to its default is no change. */
    public List<SettingChange> changes(BoundSettings older, BoundSettings newer) {
        List<SettingChange> changes = new ArrayList<>();
        for (String section : names()) {
            Map<Parameter, JsonNode> before = values(section, older.record(section));
            values(section, newer.record(section)).forEach((key, after) -> {
                if (!after.equals(before.get(key))) {
                    changes.add(new SettingChange(section, key.name(), shown(key, before.get(key)), shown(key, after)));
                }
            });
        }
        return changes;
    }

    private String shown(Parameter key, JsonNode value) {
        return value.isNull()
                ? ""
                : key.isHidden()
                        ? Redaction.MASK
                        : mapper.valueToTree(masked(key, value)).toString();
    }

    /** Masks also values inside, as a logger's arguments may be secret. */
    private Object masked(Parameter key, JsonNode value) {
        if (key.type() instanceof Class<?> type && type.isEnum() && value.isTextual()) {
            return value.textValue().toLowerCase(Locale.ROOT); // as written in files
        }
        boolean secret = key.isHidden() && !value.isNull();
        return secret ? Redaction.MASK : RedactedArguments.masked(mapper.convertValue(value, Object.class));
    }

    private Map<Parameter, JsonNode> values(String section, Record bound) {
        List<Parameter> keys = keys(section);
        JsonNode tree = keys.isEmpty() ? mapper.createObjectNode() : mapper.valueToTree(bound);
        Map<Parameter, JsonNode> values = new LinkedHashMap<>();
        keys.forEach(key -> values.put(key, tree.hasNonNull(key.name()) ? tree.get(key.name()) : NullNode.instance));
        return values;
    }

    public void require(String section) throws Failure {
        if (!names().contains(section)) {
            throw Failure.argument(
                    "key",
                    "there is no section '" + SettingsProblems.oneLine(section) + "'"
                            + DidYouMean.hint(section, names()) + "; there are: "
                            + String.join(", ", new TreeSet<>(names())));
        }
    }
}
