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
                "url = \"https://example.org/in?v=1&sig=hunter2\"",
                "url = \"https://me:hunter2@example.org\"",
                "url = \"https://hunter2@example.org\"",
                "link.\"password\" = \"hunter2\"",
                "link . password = \"hunter2\"",
                "password.old = \"hunter2\"",
                "[tokens.fleet]\nvalue = \"hunter2\"",
                "tokens = [\"hunter2\", \"other\"]",
                "tokens = [\n  'hunter2',\n]",
                "password = \"\"\"\nhunter2\"\"\"",
                "password = \"\\u0068unter2\"",
                "credentials = { user = \"me\", word = \"hunter2\" }"
            })
    void aSecretOfTheSettingsIsMaskedWhereverItStands(String settings) {
        secrets.addSettings(settings);
        assertThat(secrets.masked("the broker said: no hunter2 here")).isEqualTo("the broker said: no ******** here");
    }

    @Test
    void aCodeOfDigitsIsMaskedAndACountIsNot() {
        secrets.addSettings("sim.pin = 4711\nmax_token = 64\nuse_token = true");
        assertThat(secrets.masked("4711 64 true")).isEqualTo("******** 64 true");
    }

    @Test
    void eachLineOfASecretOfSeveralLinesIsMasked() {
        secrets.addSettings("secret = \"\"\"\nfirst half\nsecond half\n\"\"\"");
        assertThat(secrets.masked("it said: second half")).isEqualTo("it said: ********");
    }

    @Test
    void whatCannotBeReadIsNamed() throws IOException {
        Path settings = Files.writeString(folder.resolve("a.toml"), "password_file = \"" + folder + "\"\n");
        Path broken = Files.writeString(folder.resolve("b.toml"), "[[broken\npassword = \"hunter2\"");
        Path desired = Files.createDirectories(folder.resolve("data/desired")).resolve("desired.json");
        Files.write(desired, new byte[KnownSecrets.LARGEST_FILE + 1]);
        secrets.addSettings(settings);
        secrets.addSettings(broken);
        secrets.addFile(folder.resolve("absent"));
        secrets.addData(folder.resolve("data"));
        secrets.addData(folder.resolve("no-data"));
        assertThat(secrets.unknown())
                .containsExactlyInAnyOrder(
                        folder + ": it is a directory",
                        broken + ": it is not TOML; secrets in lists, tables and on several lines are not recognised",
                        desired + ": it has more than 4194304 bytes");
        assertThat(secrets.masked("hunter2")).as("by the form of the line").isEqualTo("********");
    }

    @Test
    void moreSecretsThanThereIsRoomForAreNamed() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 2_500; i++) {
            lines.append("secret-" + i + "\n");
        }
        secrets.addFile(Files.writeString(folder.resolve("many"), lines));
        assertThat(secrets.unknown()).containsExactly("more than 2000 values: the rest of them");
        assertThat(secrets.masked("secret-7")).isEqualTo("********");
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
    void aKeyIsReadBehindADottedNameToo() throws IOException {
        Path key = Files.writeString(folder.resolve("key.pem"), "MIIEvQ\n");
        secrets.addSettings("link.key = \"" + key + "\"\nlink.keyword = \"engine\"");
        assertThat(secrets.masked("MIIEvQ of the engine")).isEqualTo("******** of the engine");
        assertThat(secrets.unknown()).isEmpty();
    }

    /** The daemon takes it from the folder in which it was started, which need not be that of the bundle's program. */
    @Test
    void aRelativeFileIsNamedAsNotKnown() {
        secrets.addSettings("[link]\npassword_file = 'broker'\nkey = \"../key.pem\"\n[upload]\ntoken_file = \"\"");
        assertThat(secrets.unknown())
                .containsExactly(
                        "key = ../key.pem: it is relative to a folder that only the daemon knows; give a full path",
                        "password_file = broker: it is relative to a folder that only the daemon knows; give a full path");
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
