package io.outrider.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.TimeoutFactor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskTest {
    private static JsonNode masked(String json) throws Exception {
        return SecretMask.masked(new ObjectMapper().readTree(json.replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource({
        "OUTRIDER_TOKEN=u-1.0ff1ce, OUTRIDER_TOKEN=***",
        "DB_PASSWORD=a b=c d, DB_PASSWORD=***",
        "mqtt_passwd=x, mqtt_passwd=***",
        "AWS_SECRET_ACCESS_KEY=x, AWS_SECRET_ACCESS_KEY=***",
        "API_KEY=x, API_KEY=***",
        "apikey=x, apikey=***",
        "KEY_PASSPHRASE=x, KEY_PASSPHRASE=***",
        "DB_PWD=x, DB_PWD=***",
        "BASIC_AUTH=x, BASIC_AUTH=***",
        "Authorization=x, Authorization=***",
        "GOOGLE_CREDENTIALS={}, GOOGLE_CREDENTIALS=***",
        "--token=x, --token=***",
        "BROKER=mqtts://me:horse@broker:8883/a, BROKER=mqtts://***@broker:8883/a",
        "app --token=abc --name x, app --token=*** --name x",
        "app --password abc --name x, app --password *** --name x",
        "app --api-token abc, app --api-token ***",
        "TOKEN=abc DEBUG=1 app, TOKEN=***",
        "DEBUG=1 TOKEN=abc app, DEBUG=1 TOKEN=*** app",
        "wget --header 'Authorization: Bearer abc' http://x/, wget --header 'Authorization: Bearer ***' http://x/"
    })
    void aSecretInATextIsMasked(String text, String masked) {
        assertThat(SecretMask.masked(text)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PATH=/usr/bin:/bin",
                "BROKER=mqtts://broker:8883",
                "KEYCLOAK_HOST=auth.example.com",
                "KEYBOARD=de",
                "AUTHOR=Me",
                "TOKEN=",
                "/srv/secret:/data:ro",
                "secret-volume:/data",
                "the token was refused",
                "sha256:0ff1ce",
                "a@b:c"
            })
    void whatIsNoSecretIsShown(String text) {
        assertThat(SecretMask.masked(text)).isEqualTo(text);
    }

    @Test
    void secretsInMembersEnvironmentsAndOptionsAreMaskedAndAllElseStays() throws Exception {
        JsonNode masked =
                masked("{'Name': '/app', 'Config': {'Env': ['A=1', 'X_TOKEN=t'], 'Cmd': ['--password', 'horse',"
                        + " '--user', 'me'], 'Labels': {'com.example.api-key': 'k', 'project': 'p'}}, 'HostConfig':"
                        + " {'LogConfig': {'Config': {'splunk-token': 's', 'tag': 't'}}, 'Privileged': false, 'Memory': 12},"
                        + " 'Mounts': [], 'State': {'Pid': 1, 'token': null, 'password': ''}, 'Author': 'me'}");
        assertThat(masked)
                .isEqualTo(new ObjectMapper()
                        .readTree(("{'Name': '/app', 'Config': {'Env': ['A=1', 'X_TOKEN=***'], 'Cmd': ['--password',"
                                        + " '***', '--user', 'me'], 'Labels': {'com.example.api-key': '***', 'project': 'p'}},"
                                        + " 'HostConfig': {'LogConfig': {'Config': {'splunk-token': '***', 'tag': 't'}},"
                                        + " 'Privileged': false, 'Memory': 12}, 'Mounts': [], 'State': {'Pid': 1,"
                                        + " 'token': null, 'password': ''}, 'Author': 'me'}")
                                .replace('\'', '"')));
    }

    @Test
    void aSecretIsMaskedWhereverAnInspectionRepeatsIt() throws Exception {
        String shown = masked(
                        "{'Id': 'abc123', 'Args': ['-c', 'app --password=hunter2; echo hunter2 abc longer-word'], 'Path':"
                                + " 'run-abc', 'Config': {'Env': ['DB_PASS=abc', 'MODE=longer-word'], 'Cmd': ['app --password=hunter2;"
                                + " echo hunter2']}, 'State': {'Health': {'Log': [{'Output': 'login abc'}]}}, 'Name': '/longer-word'}")
                .toString();
        assertThat(shown)
                .doesNotContain("hunter2")
                .contains("echo *** *** longer-word", "run-***", "MODE=longer-word", "login ***", "\"abc123\"");
    }

    private static SecretMask of(String config) throws Exception {
        return SecretMask.of(new ObjectMapper().readTree(config.replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource({
        "app --password=hunter2 -v",
        "app --api-token hunter2",
        "mosquitto_sub -L mqtts://me:hunter2@broker/a",
        "env DB_PASS=hunter2 app",
        "curl --header Authorization:hunter2"
    })
    void whatACommandHasOfSecretsIsMaskedInItsOutput(String command) throws Exception {
        for (String config : List.of(
                "{'Cmd': ['sh', '-c', \"" + command + "\"]}",
                "{'Entrypoint': ['" + command.replace(" ", "', '") + "']}")) {
            assertThat(of(config).in("login as me with hunter2 failed")).isEqualTo("login as me with *** failed");
        }
    }

    @Test
    void valuesOfTheEnvironmentAreMaskedInAnOutputThoseInURLsToo() throws Exception {
        SecretMask mask =
                of("{'Env': ['DB_PASS=abc', 'BROKER=mqtt://me:word@b', 'MODE=fast', 'ID=0123456789', 'EMPTY=']}");
        assertThat(mask.in("abc word fast 0123456789")).isEqualTo("*** *** fast ***");
        assertThat(of("{'Env': null, 'Cmd': null}").in("abc")).isEqualTo("abc");
        assertThat(of("{'Cmd': ['app', '--token', 'ab', '--user', 'me']}").in("ab me"))
                .as("too short")
                .isEqualTo("ab me");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "-", "token ", "key=", "-token ", "://:", "a.", "\"'"})
    void aHugeTextIsMaskedInTime(String part) {
        assertTimeout(TimeoutFactor.scaled(Duration.ofSeconds(10)), () -> SecretMask.masked(part.repeat(200_000)));
    }
}
