package io.outrider.agent.operator.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownSecretsTest {
    @TempDir
    private Path folder;

    private final KnownSecrets secrets = new KnownSecrets();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password = \"hunter2\"",
                "link.password = 'hunter2'",
                "kwarg = { token = \"hunter2\", other = 1 }",
                "{\"api_key\": \"hunter2\"}",
                "#password = \"hunter2\" # an old one",
                "password = \"hunter2\"\n[broken",
                "arg = [\"password=hunter2\"]",
                "arg = [\"login --password hunter2 now\"]",
                "dsn = \"host=a;pwd=hunter2;x=1\"",
                "url = \"https://me:hunter2@example.org\"",
                "url = \"https://hunter2@example.org\""
            })
    void aSecretOfTheSettingsIsMaskedWhereverItStands(String settings) {
        secrets.addSettings(settings);
        assertThat(secrets.masked("the broker said: no hunter2 here")).isEqualTo("the broker said: no ******** here");
    }

    @Test
    void namesOfFilesAndOrdinaryWordsStay() {
        secrets.addSettings("password_file = \"/no/such/file\"\nurl = \"mqtt://example.org\"\nlevel = \"info\"");
        String line = "info: /no/such/file at mqtt://example.org";
        assertThat(secrets.masked(line)).isEqualTo(line);
    }

    @Test
    void filesThatTheSettingsNameAreSecretLineByLine() throws IOException {
        Path password = Files.writeString(folder.resolve("password"), "correct horse\n");
        Path key = Files.writeString(folder.resolve("key.pem"), "-----BEGIN-----\nMIIEvQ\n");
        secrets.addSettings("password_file = \"" + password + "\"\nkey = \"" + key + "\"");
        assertThat(secrets.masked("a correct horse, MIIEvQ")).isEqualTo("a ********, ********");
    }

    @Test
    void theDataFolderHasSecretsOfTokensSettingsAndContainers() throws IOException {
        Files.createDirectories(folder.resolve("local/containers"));
        Files.createDirectories(folder.resolve("desired"));
        Files.createDirectories(folder.resolve("settings"));
        Files.createDirectories(folder.resolve("docker/releases"));
        Files.writeString(folder.resolve("local/client-key"), "c11e47");
        Files.writeString(folder.resolve("desired/desired.json"), """
                {"registries": [{"password": "p4ss"}],
                "projects": [{"containers": [{"environment": {"DSN": "postgres-dsn", "DB_PASSWORD": "abc", "LEVEL": "info"}}]}]}
                """.replace("\n", ""));
        Files.writeString(
                folder.resolve("settings/last-good.json"),
                "{\"main\":\"m\",\"files\":[{\"file\":\"f\",\"text\":\"token = \\\"0ldt0ken\\\"\"}]}");
        Files.writeString(
                folder.resolve("docker/releases/p.journal"),
                "17 {\"Env\":[\"CERT=long-certificate\",\"PATH=/bin\"]}\n");
        secrets.addData(folder);
        assertThat(secrets.masked("c11e47 p4ss postgres-dsn abc 0ldt0ken long-certificate info /bin"))
                .isEqualTo("******** ******** ******** ******** ******** ******** info /bin");
    }

    @Test
    void theLongerOfTwoSecretsIsMaskedWhole() {
        secrets.addSettings("password = \"abc\"\ntoken = \"abcdef\"");
        assertThat(secrets.masked("abcdef abc")).isEqualTo("******** ********");
    }

    @Test
    void aSecretIsMaskedAsJsonWritesItToo() {
        secrets.addSettings("password = 'a\"b\\c'");
        assertThat(secrets.masked("{\"x\":\"a\\\"b\\\\c\"}")).isEqualTo("{\"x\":\"********\"}");
    }

    @Test
    void environmentsOfADocumentAreMaskedWhole() {
        Object document = Map.of("projects", List.of(Map.of("environment", Map.of("A", "b"), "name", "fleet")));
        assertThat(KnownSecrets.withoutEnvironments(document))
                .isEqualTo(Map.of("projects", List.of(Map.of("environment", "********", "name", "fleet"))));
    }
}
