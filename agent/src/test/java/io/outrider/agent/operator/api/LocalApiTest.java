package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.storage.RunningDaemons;
import io.outrider.api.Failure;
import io.outrider.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class LocalApiTest {
    @TempDir
    private Path directory;

    private LocalUnit unit;

    @BeforeEach
    void open() throws Exception {
        unit = new LocalUnit(directory);
    }

    @AfterEach
    void close() {
        unit.close();
    }

    private Curl.CurlResponse curl(String path, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("-H", "Authorization: Bearer " + unit.token()));
        words.addAll(List.of(more));
        words.add(unit.url() + path);
        return Curl.run(words.toArray(String[]::new));
    }

    private Curl.CurlResponse execute(String body) throws Exception {
        return curl("/dongle/u-1/execute/", "-d", body);
    }

    @Test
    void theRootPathNeedsNoToken() throws Exception {
        assertThat(Curl.run(unit.url() + "/")).isEqualTo(new Curl.CurlResponse(200, "{\"unit_id\":\"u-1\"}"));
        assertThat(curl("/dongle/devices/").body()).isEqualTo("[{\"id\":\"u-1\",\"unit_id\":\"u-1\"}]");
    }

    @Test
    void aCallReturnsItsResult() throws Exception {
        Curl.CurlResponse answer = execute("{\"command\":\"toy.rpm\",\"arg\":[],\"kwarg\":{},\"returner\":\"cloud\"}");
        assertThat(answer)
                .isEqualTo(new Curl.CurlResponse(
                        200,
                        "{\"_type\":\"rpm\",\"value\":33.333333333333336,\"unit\":\"u\","
                                + "\"_stamp\":\"2023-08-28T12:22:31.253543\"}"));
        assertThat(curl("/dongle/u-1/execute", "-d", "{\"command\":\"toy.rpm\"}"))
                .isEqualTo(answer);
        assertThat(curl("/dongle/-/execute_raw/", "-d", "{\"command\":\"toy.rpm\"}"))
                .isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "execute_raw/ | {'command':'toy.say 0105 times=2 loud=true'} | 0105 | 2 | true",
                "execute_raw/ | {'command':'toy.say `two words`'} | two words | null | false",
                "execute/ | {'command':'toy.say','arg':['0105'],'kwarg':{'times':2,'loud':true}} | 0105 | 2 | true",
                "execute/ | {'command':'toy.say 0105','kwarg':{'loud':'yes'}} | 0105 | null | true",
                "execute/ | {'command':'toy.say 0105','arg':null,'kwarg':null} | 0105 | null | false",
                "execute/ | {'command':'toy.say','arg':'0105'} | 0105 | null | false",
                "execute/ | {'command':'toy.say','arg':['0105','loud=true']} | 0105 | null | true",
                "execute/ | {'command':'toy.say','arg':['other=true']} | other=true | null | false",
                "execute/ | {'command':'toy.say','arg':['it',{'__kwarg__':true,'times':3,'loud':true}]} | it | 3 | true",
                "execute/ | {'command':'toy.say 0105 times=2','arg':['loud=true']} | 0105 | 2 | true",
                "execute/ | {'fun':'toy.say','arg':['0105']} | 0105 | null | false",
                "execute_raw/ | {'command':'toy.say it','arg':null,'kwarg':null} | it | null | false",
            })
    void argumentsAreJsonOrWords(String path, String body, String text, String times, String loud) throws Exception {
        String json = body.replace('\'', '"').replace("`", "'");
        assertThat(curl("/dongle/u-1/" + path, "-d", json).body())
                .contains("{\"text\":\"" + text + "\",\"times\":" + times + ",\"loud\":" + loud + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "execute_raw | {'command':'toy.say it','arg':['a']} | arg: is not taken by execute_raw",
                "execute_raw | {'command':'toy.say it','kwarg':{'times':2}} | kwarg: is not taken by execute_raw",
                "execute | {'command':'toy.say','command':'toy.rpm'} | the body cannot be taken: a key is there twice (line 1",
                "execute | {'command':'toy.say','kwarg':{'text':'a','text':'b'}} | the body cannot be taken: a key is there twice",
            })
    void ignoredArgumentsInTheBodyAreAnError(String path, String body, String sentence) throws Exception {
        Curl.CurlResponse answer = curl("/dongle/u-1/" + path, "-d", body.replace('\'', '"'));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains(sentence);
    }

    @Test
    void commandsOfOtherUnitsAreNotRun() throws Exception {
        Curl.CurlResponse answer = curl("/dongle/u-2/execute/", "-d", "{\"command\":\"toy.rpm\"}");
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body()).startsWith("this is another unit");
    }

    @ParameterizedTest
    @CsvSource({"caller, 500", "operator, 500", "vehicle, 500", "agent, 500"})
    void aFailureMapsItsActorToTheStatus(String actor, int status) throws Exception {
        assertThat(execute("{\"command\":\"toy.fail " + actor + "\"}"))
                .isEqualTo(new Curl.CurlResponse(
                        status,
                        "{\"error\":\"it failed on purpose\",\"code\":\"FAILED\",\"actor\":\"" + actor + "\"}"));
    }

    @Test
    void theReturnCodeIsInAHeader() throws Exception {
        Curl.CurlResponse answer = curl("/dongle/u-1/execute/", "-i", "-d", "{\"command\":\"toy.partly\"}");
        assertThat(answer.body()).contains("Outrider-retcode: 2").containsPattern("Outrider-jid: \\d{20}");
        assertThat(answer.body()).endsWith("\"half\"");
        assertThat(curl("/dongle/u-1/execute/", "-i", "-d", "{\"command\":\"toy.none\"}")
                        .body())
                .contains("Outrider-retcode: 254", "NO_SUCH_FUNCTION");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "7",
                "\"toy.rpm\"",
                "{}",
                "{\"command\":7}",
                "{\"command\":\"  \"}",
                "{\"command\":\"toy.say 'open\"}",
                "{\"command\":\"''\"}",
                "{\"command\":\"toy.rpm\"} {}",
                "{\"command\":\"toy.say a=1 a=2\"}",
                "{\"fun\":null}",
                "{\"command\":\"toy.say\",\"arg\":[\"text=1\",\"text=2\"]}",
                "{\"command\":\"toy.say\",\"kwarg\":[]}",
                "{\"command\":\"toy.say text=1\",\"kwarg\":{\"text\":2}}",
            })
    void aBodyWithoutCommandIsRefused(String body) throws Exception {
        Curl.CurlResponse answer = execute(body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body())
                .contains("\"code\":\"BAD_REQUEST\"", "\"actor\":\"caller\"")
                .doesNotContain("Source", "line:");
    }

    @Test
    void aJsonErrorHasItsPosition() throws Exception {
        assertThat(execute("{\n  \"command\": toy.rpm\n}").body())
                .contains("(line 2, column 14)")
                .doesNotContain("char");
    }

    @Test
    void anUnknownPathListsAllPaths() throws Exception {
        assertThat(curl("/nothing").body()).contains("/dongle/UNIT_ID/execute/", "/dongle/UNIT_ID/execute_raw/");
    }

    @Test
    void deepAndLargeBodiesAreRefused() throws Exception {
        assertThat(execute("{\"command\":\"toy.say\",\"arg\":" + "[".repeat(5000) + "]".repeat(5000) + "}")
                        .status())
                .isEqualTo(400);
        Path large = directory.resolve("large");
        Files.writeString(large, "{\"command\":\"" + "x".repeat(HttpExchange.LARGEST_BODY) + "\"}");
        Curl.CurlResponse answer = curl("/dongle/u-1/execute/", "-H", "Expect:", "--data-binary", "@" + large);
        assertThat(answer.status()).isEqualTo(413);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /nothing, 404",
        "GET, /dongle/u-1/, 404",
        "GET, /records, 405",
        "GET, /dongle/u-1/execute/, 405",
        "POST, /status, 405",
        "GET, /reload, 405",
        "DELETE, /, 405",
    })
    void otherPathsAndMethodsAreNotServed(String method, String path, int status) throws Exception {
        Curl.CurlResponse answer = curl(path, "-X", method);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{\"error\":");
    }

    @Test
    void aReloadReturnsTheChangesOrTheError() throws Exception {
        assertThat(curl("/reload", "-X", "POST"))
                .isEqualTo(new Curl.CurlResponse(200, "{\"result\":\"nothing changed\"}"));
        unit.reloadFails(new Failure(AgentErrors.BAD_SETTING, "line 3: no"));
        assertThat(curl("/reload", "-X", "POST"))
                .isEqualTo(new Curl.CurlResponse(
                        500, "{\"error\":\"line 3: no\",\"code\":\"BAD_SETTING\",\"actor\":\"operator\"}"));
    }

    @Test
    void statusHasFactsProblemsAndVersions() throws Exception {
        assertThat(curl("/status").body())
                .startsWith(
                        "{\"unit_id\":\"u-1\",\"stamp\":\"2023-08-28T12:22:31.253543Z\","
                                + "\"versions\":{\"outrider\":\"test\"},\"sections\":{\"toy\":{\"state\":\"fine\"},\"process\":{")
                .contains("\"local\":{\"address\":\"127.0.0.1 port " + unit.port() + "\"")
                .contains("the toy is dusty: wipe it");
    }

    @Test
    void metricsAreInPrometheusFormat() throws Exception {
        curl("/nothing");
        String text = curl("/metrics").body();
        assertThat(text)
                .contains("# HELP outrider_toy_seen_total a \\\\ and\\na line\n# TYPE outrider_toy_seen_total counter\n"
                        + "outrider_toy_seen_total{a=\"\\\"\\\\\\n\"} 1.5\n")
                .contains("outrider_local_requests_total{code=\"404\"} 1\n")
                .containsPattern("outrider_process_resident_memory_bytes \\d{7,}\n");
        assertThat(text.lines())
                .allMatch(line -> line.startsWith("# ")
                        || line.matches("outrider_[a-z_]+(\\{[a-z]+=\".*\"(,[a-z]+=\".*\")*\\})? \\S+"));
        assertThat(text.lines().filter(line -> line.startsWith("# TYPE"))).doesNotHaveDuplicates();
    }

    @Test
    void aTakenPortIsNamed() {
        LocalSettings same = new LocalSettings(true, unit.port(), null, null, false);
        Path second = directory.resolve("second");
        assertThatThrownBy(() -> new LocalUnit(second, same).close())
                .isInstanceOfSatisfying(Failure.class, e -> {
                    assertThat(e.actor()).isEqualTo(Failure.Actor.OPERATOR);
                    assertThat(e.code()).isEqualTo("PORT_TAKEN");
                })
                .hasMessageContaining("port " + unit.port() + " of 127.0.0.1")
                .hasMessageContaining("[local] port");
        assertThat(second.resolve("token")).doesNotExist();
    }

    /** The port is that of this process, and the other one's command line only looks like a daemon's. */
    @Test
    void aDaemonThatRunsIsNotSaidToHaveThePort() throws Exception {
        LocalSettings same = new LocalSettings(true, unit.port(), null, null, false);
        Process other = new ProcessBuilder("sh", "-c", "read line", "io.outrider.agent.Main", "daemon").start();
        try {
            Await.until("it is seen", () -> RunningDaemons.others().contains("process " + other.pid()));
            assertThatThrownBy(() -> new LocalUnit(directory.resolve("second"), same).close())
                    .message()
                    .containsPattern(": end what has it \\(.*\\[local\\] port; outrider runs as .*process "
                            + other.pid() + "\\b");
        } finally {
            other.destroyForcibly().waitFor();
        }
    }
}
