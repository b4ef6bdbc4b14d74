package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of docs/service.md and the settings file of the package have each setting, and the file has its default. */
class ServiceSettingsPageTest {
    private static final Path DATA = Path.of("/var/lib/outrider-service");

    /** Settings without a default of their own; the file has an example. */
    private static final Set<String> EXAMPLES = Set.of(
            "http.url",
            "database.url",
            "broker.url",
            "broker.user",
            "broker.password_file",
            "broker.units_url",
            "broker.cluster",
            "broker.peers",
            "tls.host",
            "telemetry.keep",
            "releases.key_file");

    private static final Pattern SECTION = Pattern.compile("\\[([a-z]+)]");
    private static final Pattern COMMENTED = Pattern.compile("#([a-z_]+) = .*");
    private static final Pattern WORDS = Pattern.compile("`(?:\\[([a-z]+)] )?([a-z_]+)`");

    @TempDir
    Path folder;

    private static Set<String> settings() {
        Set<String> names = new TreeSet<>();
        for (RecordComponent section : ServiceSettings.class.getRecordComponents()) {
            if (!section.getType().isRecord()) {
                names.add(snake(section));
                continue;
            }
            for (RecordComponent key : section.getType().getRecordComponents()) {
                names.add(snake(section) + "." + snake(key));
            }
        }
        return names;
    }

    private static String snake(RecordComponent component) {
        return new PropertyNamingStrategies.SnakeCaseStrategy().translate(component.getName());
    }

    /** Reads the file of the package with some of its settings uncommented, and adds the names of all to {@code names}. */
    private ServiceSettings uncommented(Predicate<String> wanted, Set<String> names) throws IOException {
        StringBuilder text = new StringBuilder();
        String section = "";
        for (String line : Files.readAllLines(Path.of("../packaging/outrider-service.toml"))) {
            Matcher head = SECTION.matcher(line);
            Matcher setting = COMMENTED.matcher(line);
            if (head.matches()) {
                section = head.group(1) + ".";
            }
            if (setting.matches()) {
                names.add(section + setting.group(1));
            }
            boolean counts = setting.matches() && wanted.test(section + setting.group(1));
            text.append(counts ? line.substring(1) : line).append('\n');
        }
        return SettingsReader.read(Files.writeString(folder.resolve("s.toml"), text), Map.of(), DATA);
    }

    @Test
    void theFileOfThePackageHasEachSettingWithItsDefault() throws IOException {
        ServiceSettings defaults = SettingsReader.read(null, Map.of(), DATA);
        Set<String> names = new TreeSet<>();
        assertThat(uncommented(each -> false, names)).isEqualTo(defaults);
        assertThat(names).isEqualTo(settings());
        assertThat(uncommented(each -> !EXAMPLES.contains(each), names)).isEqualTo(defaults);
    }

    @Test
    void theExamplesOfThatFileCanBeUsed() throws IOException {
        Set<String> cluster = Set.of("broker.cluster", "broker.peers", "database.url");
        ServiceSettings examples =
                uncommented(each -> !each.startsWith("broker.") || !cluster.contains(each), new TreeSet<>());
        assertThat(examples.broker().url().getHost()).isEqualTo("broker.example.com");
        assertThat(examples.telemetry().keep()).isNotNull();
        assertThat(uncommented(cluster::contains, new TreeSet<>()).broker().peers())
                .hasSize(1);
    }

    @Test
    void theTableHasEachSetting() throws IOException {
        Set<String> names = new TreeSet<>();
        boolean table = false;
        for (String line : Files.readAllLines(Path.of("../docs/service.md"))) {
            table = line.startsWith("| setting |") || table && line.startsWith("|");
            if (table) {
                Matcher words = WORDS.matcher(line.split("\\|")[1]);
                String section = "";
                while (words.find()) {
                    section = words.group(1) == null ? section : words.group(1) + ".";
                    names.add(section + words.group(2));
                }
            }
        }
        assertThat(names).isEqualTo(settings());
    }
}
