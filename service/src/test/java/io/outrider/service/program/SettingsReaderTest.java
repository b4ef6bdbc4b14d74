package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.database.DatabaseUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings in TOML and environment. */
class SettingsReaderTest {
    @TempDir
    Path folder;

    private ServiceSettings read(String toml, Map<String, String> environment) throws IOException {
        return SettingsReader.read(Files.writeString(folder.resolve("s.toml"), toml), environment, folder);
    }

    @Test
    void withoutSettingsAllHaveDefaultsAndNothingListensOutside() {
        ServiceSettings settings = SettingsReader.read(null, Map.of(), folder);
        assertThat(settings.http().address()).isEqualTo("127.0.0.1");
        assertThat(settings.broker().address()).isEqualTo("127.0.0.1");
        assertThat(settings.database().parsed(settings.data()).kind()).isEqualTo(DatabaseUrl.Kind.SQLITE);
        assertThat(settings.http().publicUrl(8480)).isEqualTo("http://127.0.0.1:8480");
    }

    @Test
    void theFileCountsAndTheEnvironmentAboveIt() throws IOException {
        ServiceSettings settings = read(
                "[http]\nport = 80\nsession = \"2h\"\n[callbacks]\nallow = [\"10.0.0.0/8\"]\n",
                Map.of(
                        "OUTRIDER_SERVICE_HTTP_PORT", "81",
                        "OUTRIDER_SERVICE_CALLBACKS_ALLOW", "192.168.0.0/16, 172.16.0.0/12",
                        "OUTRIDER_SERVICE_TELEMETRY_KEEP", "90d",
                        "OUTRIDER_SERVICE_BROKER_PASSWORD_FILE", "/etc/secret",
                        "OUTRIDER_SERVICE_DATA", "/srv/data",
                        "OTHER", "x"));
        assertThat(settings.http().port()).isEqualTo(81);
        assertThat(settings.http().session()).isEqualTo(Duration.ofHours(2));
        assertThat(settings.callbacks().allow()).containsExactly("192.168.0.0/16", "172.16.0.0/12");
        assertThat(settings.telemetry().keep()).isEqualTo(Duration.ofDays(90));
        assertThat(settings.broker().passwordFile()).isEqualTo(Path.of("/etc/secret"));
        assertThat(settings.data()).isEqualTo(Path.of("/srv/data"));
    }

    @ParameterizedTest
    @CsvSource({
        "STATE_DIRECTORY=/state HOME=/h, x, /home/x, /state",
        "HOME=/root, root, /root, /var/lib/outrider-service",
        "HOME=/h, x, /home/x, /h/.local/share/outrider-service",
        "HOME=/h XDG_DATA_HOME=/d, x, /home/x, /d/outrider-service",
        "A=B, x, /home/x, /home/x/.local/share/outrider-service",
        "HOME=/h, ?, ?, /h/.local/share/outrider-service",
        "A=B, ?, ?, /nonexistent/.local/share/outrider-service"
    })
    void withoutASettingTheDataIsInAFolderOfTheUser(String environment, String user, String home, String folder) {
        Map<String, String> variables = new HashMap<>();
        for (String each : environment.split(" ")) {
            variables.put(each.replaceFirst("=.*", ""), each.replaceFirst(".*=", ""));
        }
        assertThat(SettingsOptions.defaultData(variables, user, home)).isEqualTo(Path.of(folder));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [http]~prot = 80                   | there is no setting 'http.prot'; known there are address
            [htpt]~port = 80                   | there is no setting 'htpt'
            [http]~port = 70000                | 'http.port' is 0 to 65535
            [http]~port = "many"               | 'http.port' has a value of another type
            [http]~session = "soon"            | 'http.session' is no duration; write 90s, 15m, 1h or 30d
            [http]~session = "1s"              | 'http.session' is 1m to 30d
            [http]~url = "fleet.example.com"   | 'http.url' is http://HOST or https://HOST
            [http]~metrics = "some"            | 'http.metrics' is loopback, all or off
            [callbacks]~allow = ["10.0.0.0/99"] | 'callbacks.allow' is a list of networks: '10.0.0.0/99' is no network
            [broker]~cluster = "a:70000"       | 'broker.cluster' is HOST:PORT
            [broker]~cluster = "a:5445"        | 'broker.cluster' goes with a database that all instances share
            [broker]~url = "http://x"          | 'broker.url' is mqtt://HOST:PORT
            [broker]~url = "mqtt://a:b@x"      | 'broker.url' is mqtt://HOST:PORT or mqtts://HOST:PORT; user and password
            [broker]~prefix = "a/+/b"          | 'broker.prefix' is levels
            [database]~url = "mysql://x"       | the database is sqlite:FILE or postgresql://
            [database]~url = "postgresql://h"  | lacks its host or its name
            [telemetry]~keep = "1h"            | 'telemetry.keep' is 1d at least
            [http                              | s.toml, line 1, column 6: this is not TOML, or is there twice
            [http]~port = 80~port = 81         | s.toml, line 3, column
            [http]~port = = 80                 | s.toml, line 2, column 8: this is not TOML
            """)
    void aWrongSettingIsNamed(String toml, String message) {
        assertThatThrownBy(() -> read(toml.replace("~", "\n"), Map.of()))
                .isInstanceOf(InvalidServiceSettingsException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> SettingsReader.read(folder.resolve("none.toml"), Map.of(), folder))
                .hasMessageContaining("none.toml: there is no such file or folder");
    }

    @Test
    void anAddressOfADatabaseIsReadAndItsPasswordIsNotShown() {
        DatabaseUrl url = DatabaseUrl.parse("postgresql://fleet:a%2Fb+c@db:5433/outrider?sslmode=require");
        assertThat(url.jdbcUrl()).isEqualTo("jdbc:postgresql://db:5433/outrider?sslmode=require");
        assertThat(url.user()).isEqualTo("fleet");
        assertThat(url.password()).isEqualTo("a/b+c");
        assertThat(url).hasToString("jdbc:postgresql://db:5433/outrider");
        assertThatThrownBy(() -> DatabaseUrl.parse("postgresql://u:se cret@h/x"))
                .hasMessageNotContaining("cret");
    }

    @Test
    void aSectionThatIsNoneIsNamedAndAnEmptyVariableIsAnEmptyList() throws IOException {
        assertThatThrownBy(() -> read("http = 5", Map.of("OUTRIDER_SERVICE_HTTP_PORT", "80")))
                .hasMessage("'http' has a value of another type");
        assertThat(read("[callbacks]\nallow = [\"10.0.0.0/8\"]", Map.of("OUTRIDER_SERVICE_CALLBACKS_ALLOW", ""))
                        .callbacks()
                        .allow())
                .isEmpty();
    }
}
