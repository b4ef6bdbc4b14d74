package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlFactory;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import io.outrider.api.Failure;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Parser of TOML text to settings. */
final class TomlFile {
    private static final String TOO_EARLY = " too early: a quote or bracket is not closed, or a value is missing";

    /** Messages for vehicle owners, by the beginnings of Jackson's. */
    private static final Map<String, String> WORDS = Map.of(
            "Unknown token",
            "this is neither a number, true or false nor text in quotes",
            "Invalid number",
            "this is neither a number, true or false nor text in quotes",
            "More data after value",
            "there is more after the value; text stands in quotes as a whole",
            "Newline not permitted",
            "the line ends" + TOO_EARLY,
            "Premature end",
            "the file ends" + TOO_EARLY,
            "Document nesting",
            "lists and tables in each other more than " + TomlPositions.MAX_DEPTH + " deep");

    private final ObjectMapper mapper = TomlMapper.builder(TomlFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(TomlPositions.MAX_DEPTH)
                            .build())
                    .build())
            .build();

    Settings read(String file, String text) throws Failure {
        TomlPositions lines = TomlPositions.of(text);
        JsonNode root = parse(file, text, lines);
        SettingSource source = new SettingSource(file, lines.first);
        Map<String, Map<String, SettingEntry>> sections = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> section : root.properties()) {
            String name = section.getKey();
            if (!section.getValue().isObject()) {
                throw SettingsProblems.failure(
                        source.at(name)
                                + SettingsProblems.oneLine(name)
                                + (section.getValue().isArray()
                                        ? " is a list; a section begins with its name in single brackets: ["
                                                + SettingsProblems.oneLine(name) + "]"
                                        : " stands outside of a section; put it below one's name in brackets, such as [obd]"),
                        null);
            }
            Map<String, SettingEntry> entries = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> key : section.getValue().properties()) {
                entries.put(key.getKey(), new SettingEntry(mapper.convertValue(key.getValue(), Object.class), source));
            }
            sections.put(name, entries);
        }
        return new Settings(sections);
    }

    private JsonNode parse(String file, String text, TomlPositions lines) throws Failure {
        if (lines.tooDeep > 0) {
            throw SettingsProblems.failure(sentence(file, lines.tooDeep, "Document nesting", lines), null);
        }
        try {
            return mapper.readTree(text);
        } catch (JsonProcessingException e) {
            JsonLocation place = e.getLocation();
            int line = place == null ? 0 : place.getLineNr();
            throw SettingsProblems.failure(sentence(file, line, e.getOriginalMessage(), lines), e);
        } catch (RuntimeException e) { // bugs of the library on malformed text
            throw SettingsProblems.failure(file + ": is not TOML: this could not be read at all", e);
        }
    }

    /** Does not quote the line, which may contain a password. */
    private static String sentence(String file, int line, String message, TomlPositions lines) {
        if (message.startsWith("Duplicate key") || message.startsWith("Table redefined")) {
            for (Map.Entry<String, Integer> again : lines.again.entrySet()) {
                String path = again.getKey();
                return file + ":" + again.getValue() + ": " + SettingsProblems.oneLine(path)
                        + " is there already, on line " + lines.first.get(path) + "; remove one of them";
            }
        }
        String what = reworded(message);
        return file + (line > 0 ? ":" + line : "") + ": is not TOML: " + what;
    }

    private static String reworded(String message) {
        for (Map.Entry<String, String> known : WORDS.entrySet()) {
            if (message.startsWith(known.getKey())) {
                return known.getValue();
            }
        }
        String one = message.lines().findFirst().orElse("syntax");
        return one.substring(0, 1).toLowerCase(Locale.ROOT) + one.substring(1);
    }
}
