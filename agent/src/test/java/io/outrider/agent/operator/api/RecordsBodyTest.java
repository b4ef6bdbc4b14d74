package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordsBodyTest {
    private final RecordsBody body;

    RecordsBodyTest() {
        Functions functions = new Functions(new Binder(Json.mapper()), List.of(new ToyHttpModule()));
        body = new RecordsBody(() -> functions);
    }

    private List<Map<String, Object>> records(String text) throws HttpError {
        return body.records(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"myapp.temp", "a.b", "my_app.cold_room2.temp", "obdx.rpm", "myapp.obd"})
    void typesOfContainersAreAccepted(String type) throws Exception {
        assertThat(records("{'@t':'" + type + "','value':1}")).containsExactly(Map.of("@t", type, "value", 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "obd.rpm",
                "obd.mine",
                "agent.loss",
                "event.vehicle.engine",
                "track.pos",
                "acc.xyz",
                "rpi.temp",
                "ec2x.data_usage",
                "toy.rpm",
                "toy.anything"
            })
    void reservedTypesAreRejected(String type) {
        assertThatThrownBy(() -> records("{'@t':'" + type + "','value':1}"))
                .isInstanceOf(HttpError.class)
                .hasMessageContaining("record 0 (the first is 0): @t '" + type + "'")
                .hasMessageContaining("are the unit's own; begin it with the name of your program");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "''",
                "'temp'",
                "'Myapp.temp'",
                "'myapp.'",
                "'.temp'",
                "'my app.temp'",
                "'myapp..temp'",
                "'1app.temp'",
                "'myapp.temp\\n'",
                "'ümläut.temp'",
                "7",
                "['a.b']",
                "{'a':'b'}",
                "true"
            })
    void malformedTypesAreRejected(String type) {
        assertThatThrownBy(() -> records("{'@t':" + type + ",'value':1}"))
                .isInstanceOf(HttpError.class)
                .hasMessageContaining("@t has to be words of a-z");
    }

    @Test
    void theLengthOfATypeIsLimited() {
        assertThatThrownBy(() -> records("{'@t':'a." + "b".repeat(99) + "','value':1}"))
                .hasMessageContaining("at most 100 characters");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T10:15:00.061530Z, 2026-11-21T10:15:00.061530Z",
        "2026-11-21T10:15:00Z, 2026-11-21T10:15:00.000000Z",
        "2026-11-21T10:15:00.123456789Z, 2026-11-21T10:15:00.123456Z",
        "2026-11-21T10:15:00.5, 2026-11-21T10:15:00.500000Z",
        "2026-11-21T10:15:00+02:00, 2026-11-21T08:15:00.000000Z",
        "2026-11-21T10:15Z, 2026-11-21T10:15:00.000000Z",
    })
    void timestampsAreNormalized(String given, String taken) throws Exception {
        assertThat(records("{'@t':'a.b','@ts':'" + given + "','v':1}"))
                .containsExactly(Map.of("@t", "a.b", "@ts", taken, "v", 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "''",
                "'now'",
                "'2026-11-21'",
                "'2026-13-21T10:15:00Z'",
                "1763719200",
                "null",
                "{}",
                "'2026-11-21T10:15:00Z                                '"
            })
    void invalidTimestampsAreRejected(String time) {
        assertThatThrownBy(() -> records("{'@t':'a.b','@ts':" + time + ",'v':1}"))
                .isInstanceOf(HttpError.class)
                .hasMessageContaining("@ts has to be a time such as");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1970-01-01T00:00:00Z",
                "1970-01-01T01:00:00+01:00",
                "-0001-01-01T00:00:00Z",
                "+12026-01-01T00:00:00Z",
                "+999999999-12-31T23:59:59Z"
            })
    void timestampsOutOfRangeNameTheRange(String time) {
        assertThatThrownBy(() -> records("{'@t':'a.b','@ts':'" + time + "','v':1}"))
                .isInstanceOf(HttpError.class)
                .hasMessageContaining("@ts has to be after 1970-01-01T00:00:00Z, ")
                .hasMessageContaining("before the year 10000");
    }

    @Test
    void nanAndInfinityOfPythonAreRead() throws Exception {
        assertThat(records("{'@t':'a.b','v':NaN,'w':[Infinity,-Infinity],'x':1}"))
                .containsExactly(Map.of(
                        "@t",
                        "a.b",
                        "v",
                        Double.NaN,
                        "w",
                        List.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY),
                        "x",
                        1));
    }

    @Test
    void twentyLevelsOfNestingAreAccepted() throws Exception {
        String deep = "{'@t':'a.b','v':" + "[".repeat(19) + 1 + "]".repeat(19) + "}";
        assertThat(records(deep)).hasSize(1);
        assertThatThrownBy(() -> records("[" + deep + "]")).hasMessageContaining("nested too deeply");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | there is no record",
                "` ` | there is no record",
                "[] | there is no record",
                "7 | record 0 (the first is 0): is no JSON object",
                "null | record 0 (the first is 0): is no JSON object",
                "[[]] | record 0 (the first is 0): is no JSON object",
                "{} | @t is missing",
                "{'@t':null,'v':1} | @t is missing",
                "{'@t':'a.b'} | has no field beside its type",
                "{'@t':'a.b','@ts':'2026-11-21T10:15:00Z'} | has no field beside its type",
                "{'@t':'a.b','@tq':'x'} | '@tq' is no name for a field",
                "{'@t':'a.b','@uid':'u-2','v':1} | '@uid' is no name for a field",
                "{'@t':'a.b','':1} | '' is no name for a field",
                "{'@t':'a.b','v':1,'v':2} | a name is in it twice; line 1, column ",
                "{'@t':'a.b','@t':'obd.rpm','v':2} | a name is in it twice; line 1, column ",
                "{'@t':'a.b','v':nan} | is no JSON object",
                "{'@t':'a.b','v':1 | is no JSON object",
                "{'@t':'a.b','v':1}} | record 1 (the first is 0)",
                "{'@t':'a.b','v':1},{'@t':'a.b','v':1} | record 1 (the first is 0)",
                "[{'@t':'a.b','v':1}]{'@t':'a.b','v':1} | behind the array",
                "[{'@t':'a.b','v':1} | record 1 (the first is 0)",
                "{'@t':'a.b','v':1}[{'@t':'a.b','v':1}] | record 1 (the first is 0): is no JSON object",
            })
    void anInvalidRecordIsRejectedWithASentence(String text, String sentence) {
        assertThatThrownBy(() -> records(text))
                .isInstanceOf(HttpError.class)
                .hasMessageContaining(sentence)
                .hasMessageNotContainingAny("Source", "java.", "[line");
    }

    @Test
    void valuesArePassedOnUnchanged() throws Exception {
        assertThat(records("{'@t':'a.b','loc':{'lat':1.5,'lon':-2},'on':true,'none':null,'text':'x','list':[1]}"))
                .singleElement()
                .satisfies(record -> assertThat(record)
                        .containsEntry("loc", Map.of("lat", 1.5, "lon", -2))
                        .containsEntry("on", true)
                        .containsEntry("none", null)
                        .containsEntry("text", "x")
                        .containsEntry("list", List.of(1)));
    }

    @Test
    void theNumberOfRecordsIsLimited() throws Exception {
        String line = "{'@t':'a.b','v':1}\n";
        assertThat(records(line.repeat(RecordsBody.MOST_RECORDS))).hasSize(RecordsBody.MOST_RECORDS);
        assertThatThrownBy(() -> records(line.repeat(RecordsBody.MOST_RECORDS + 1)))
                .hasMessageContaining("more than 10000 records");
        assertThatThrownBy(() -> records("[" + (line + ",").repeat(RecordsBody.MOST_RECORDS) + line + "]"))
                .hasMessageContaining("more than 10000 records");
    }

    /** Zero bytes in front make the parser read UTF-32. */
    @Test
    void invalidUtf32IsRejected() {
        byte[] invalid = {0, 0, 0, '{', (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF};
        assertThatThrownBy(() -> body.records(invalid))
                .isInstanceOf(HttpError.class)
                .hasMessageContaining("record 0 (the first is 0): is no JSON object");
        ExecuteRequest request = new ExecuteRequest(Json.mapper(), () -> null);
        assertThatThrownBy(() -> request.weight(invalid))
                .isInstanceOf(HttpError.class)
                .hasMessageContaining("the body has to be a JSON object");
        assertThatThrownBy(() -> request.command(invalid, false, "1")).isInstanceOf(HttpError.class);
    }

    @Test
    void theNumberOfTokensIsLimited() {
        for (String value : List.of(
                "[".repeat(100_000),
                "[" + "[],".repeat(300_000) + "[]]",
                "[" + "{},".repeat(300_000) + "{}]",
                "1" + "0".repeat(5_000))) {
            assertThatThrownBy(() -> records("{'@t':'a.b','v':" + value + "}"))
                    .isInstanceOf(HttpError.class)
                    .hasMessageContaining("record 0");
        }
    }

    /** Fuzz test: any input is rejected, or accepted with valid types only. */
    @Test
    void anyInputIsAcceptedCompletelyOrRejected() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        byte[] honest =
                ("[{\"@t\":\"my.temp\",\"@ts\":\"2026-11-21T10:15:00.061530Z\",\"value\":21.5,\"ok\":[true,null]},"
                                + "{\"@t\":\"my.loc\",\"loc\":{\"lat\":1e3,\"lon\":-2}}]")
                        .getBytes(StandardCharsets.UTF_8);
        int taken = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = honest.clone();
            for (int spoilt = random.nextInt(4); spoilt >= 0; spoilt--) {
                bytes[random.nextInt(bytes.length)] =
                        random.nextBoolean() ? honest[random.nextInt(honest.length)] : (byte) random.nextInt(256);
            }
            try {
                assertThat(body.records(bytes))
                        .as("seed " + seed)
                        .isNotEmpty()
                        .allSatisfy(record -> assertThat(record.get("@t").toString())
                                .matches("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+"));
                taken++;
            } catch (HttpError e) {
                assertThat(e.status()).isEqualTo(400);
            } catch (RuntimeException e) {
                fail("seed " + seed + ", " + new String(bytes, StandardCharsets.ISO_8859_1), e);
            }
        }
        assertThat(taken).as("some spoilt bytes are in a value").isPositive();
    }
}
