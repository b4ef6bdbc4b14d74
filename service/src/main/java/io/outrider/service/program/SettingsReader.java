package io.outrider.service.program;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reader of settings: the defaults, above them a TOML file, and above it environment variables {@code OUTRIDER_SERVICE_SECTION_KEY}, such as
 * {@code OUTRIDER_SERVICE_HTTP_PORT=80}; lists are separated by commas.
 */
final class SettingsReader {
    private static final String PREFIX = "OUTRIDER_SERVICE_";

    private static final Pattern DURATION = Pattern.compile("[0-9]{1,6}[smhd]");

    private static final ObjectMapper MAPPER = new ObjectMapper()
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .registerModule(new SimpleModule().addDeserializer(Duration.class, new JsonDeserializer<>() {
                @Override
                public Duration deserialize(JsonParser from, DeserializationContext context) throws IOException {
                    String setting = from.getParsingContext().pathAsPointer().toString();
                    return duration(from.getText())
                            .orElseThrow(() -> new InvalidServiceSettingsException(
                                    setting.substring(1).replace('/', '.'),
                                    "is no duration; write 90s, 15m, 1h or 30d"));
                }
            }));

    private SettingsReader() {}

    /** Duration such as {@code 90s}, {@code 15m}, {@code 1h} and {@code 30d}. */
    static Optional<Duration> duration(String text) {
        String parsed = text.strip();
        return DURATION.matcher(parsed).matches()
                ? Optional.of(Duration.parse(parsed.endsWith("d") ? "P" + parsed : "PT" + parsed))
                : Optional.empty();
    }

    /**
     * Reads the settings.
     *
     * @param file null for none
     * @param defaultData data folder unless set
     */
    static ServiceSettings read(Path file, Map<String, String> environment, Path defaultData) {
        try {
            TomlMapper toml = new TomlMapper();
            toml.configOverride(ArrayNode.class).setMergeable(false); // a list is replaced
            ObjectNode merged = (ObjectNode) toml.readTree(SettingsReader.class.getResourceAsStream("/defaults.toml"));
            if (file != null) {
                toml.readerForUpdating(merged).readValue(Files.readString(file));
            }
            environment.forEach((name, value) -> {
                if (name.startsWith(PREFIX)) {
                    override(merged, name.substring(PREFIX.length()).toLowerCase(Locale.ROOT), value);
                }
            });
            if (!merged.has("data")) {
                merged.put("data", defaultData.toString());
            }
            return MAPPER.treeToValue(merged, ServiceSettings.class);
        } catch (UnrecognizedPropertyException e) {
            throw new InvalidServiceSettingsException("there is no setting '" + path(e) + "'; known there are "
                    + e.getKnownPropertyIds().stream()
                            .map(Object::toString)
                            .sorted()
                            .collect(Collectors.joining(", ")));
        } catch (JsonMappingException e) {
            throw e.getCause() instanceof InvalidServiceSettingsException invalid
                    ? invalid
                    : new InvalidServiceSettingsException("'" + path(e) + "' has a value of another type");
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation(); // null if it has too many levels
            throw new InvalidServiceSettingsException(
                    file + (at == null ? "" : ", line " + at.getLineNr() + ", column " + at.getColumnNr())
                            + ": this is not TOML, or is there twice");
        } catch (IOException e) {
            throw new InvalidServiceSettingsException(
                    "the settings " + file + " cannot be read: " + ServiceCommand.failure(e));
        }
    }

    /** @param name of the section, an underscore, and the key, which may have further ones; or a key without section */
    private static void override(ObjectNode settings, String name, String value) {
        int end = name.indexOf('_');
        if (end < 0) {
            settings.put(name, value);
            return;
        }
        String key = name.substring(end + 1);
        String sectionName = name.substring(0, end);
        if (settings.has(sectionName) && !settings.get(sectionName).isObject()) {
            throw new InvalidServiceSettingsException("'" + sectionName + "' has a value of another type");
        }
        ObjectNode section = settings.withObject("/" + sectionName);
        if (section.path(key).isArray()) {
            ArrayNode list = section.putArray(key);
            Stream.of(value.split(","))
                    .map(String::strip)
                    .filter(each -> !each.isEmpty())
                    .forEach(list::add);
        } else {
            section.put(key, value);
        }
    }

    private static String path(JsonMappingException e) {
        return e.getPath().stream()
                .map(each -> each.getFieldName() == null ? "[" + each.getIndex() + "]" : each.getFieldName())
                .collect(Collectors.joining("."));
    }
}
