package io.outrider.agent.telemetry.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.agent.operator.stream.StreamEvent;
import io.outrider.api.MissingAnswer;
import io.outrider.api.Reading;
import io.outrider.api.Readings;
import io.outrider.api.VehicleErrors;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultRecordsTest {
    private static final Instant THEN = Instant.parse("2023-08-28T12:22:31.253543Z");

    private final ResultRecords records = new ResultRecords();
    private final JsonMapper mapper = JsonMapper.builder().build();

    private String json(String function, Object result) throws Exception {
        return mapper.writeValueAsString(records.of(function, result)).replace('"', '\'');
    }

    @Test
    void aReadingIsARecordOfItsModule() throws Exception {
        assertThat(json("obd.query", new Reading("rpm", 830.5, "revolutions_per_minute", THEN)))
                .isEqualTo("[{'@t':'obd.rpm','@ts':'2023-08-28T12:22:31.253543Z','value':830.5,"
                        + "'unit':'revolutions_per_minute'}]");
        assertThat(json("obd.query", new Reading("clear_dtc", null, null, THEN)))
                .isEqualTo("[]");
    }

    @Test
    void aListIsARecordForEachElement() throws Exception {
        assertThat(json("obd.dtc", new Readings("dtc", List.of(Map.of("code", "P0104"), "P1"), THEN)))
                .isEqualTo("[{'@t':'obd.dtc','@ts':'2023-08-28T12:22:31.253543Z','code':'P0104'},"
                        + "{'@t':'obd.dtc','@ts':'2023-08-28T12:22:31.253543Z','value':'P1'}]");
        Object many = Map.of(
                "values",
                List.of(
                        new Reading("rpm", 1, null, THEN),
                        Map.of("_type", "speed", "error", "silence"),
                        new Reading("soc", 2, null, THEN)));
        assertThat(records.of("obd.query_many", many))
                .extracting(record -> record.get("@t"))
                .containsExactly("obd.rpm", "obd.soc");
    }

    @Test
    void aMissingControlUnitIsARecord() throws Exception {
        List<MissingAnswer> missing =
                List.of(new MissingAnswer("7e9", "7e9 did not answer 03 to 7df", VehicleErrors.NO_DATA));
        String record = "{'@t':'obd.dtc','@ts':'2023-08-28T12:22:31.253543Z','missing':'7e9',"
                + "'error':'7e9 did not answer 03 to 7df'}";
        assertThat(json("obd.dtc", new Readings("dtc", List.of(), missing, THEN)))
                .isEqualTo("[" + record + "]");
        assertThat(json("obd.dtc", new Readings("dtc", List.of(Map.of("code", "P0104")), missing, THEN)))
                .isEqualTo("[" + record + ",{'@t':'obd.dtc','@ts':'2023-08-28T12:22:31.253543Z','code':'P0104'}]");
        assertThat(json("obd.query", new Reading("dtc", 7, null, missing, THEN)))
                .isEqualTo("[" + record + ",{'@t':'obd.dtc','@ts':'2023-08-28T12:22:31.253543Z','value':7}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'_type':'t','_stamp':'2020-01-01T00:00:00.000000','value':{'a':[1,2]}} | "
                        + "[{'@t':'rpi.t','@ts':'2020-01-01T00:00:00.000000Z','value':{'a':[1,2]}}]",
                "{'_type':'t','_stamp':'2020-01-01T00:00:00.000000','value':[]} | []",
                "{'cpu':1,'gpu':2} | []",
                "[{'name':'a file','size':7}] | []",
                "{'_type':'t','value':1} | []",
                "{'_stamp':'2020-01-01T00:00:00.000000','value':1} | []",
                "{'_type':7,'_stamp':'2020-01-01T00:00:00.000000','a':1} | []",
                "7 | []",
                "{} | []",
                "null | []",
                "{'error':'no'} | []",
            })
    void onlyResultsWithTypeAndStampAreRecords(String result, String expected) throws Exception {
        String json = json("rpi.temp", mapper.readTree(result.replace('\'', '"')));
        assertThat(json).isEqualTo(expected);
    }

    @Test
    void jobEventsMatchTheLinkFormat() {
        JobEvent.Progress progress = new JobEvent.Progress(1, 2, "bytes", "reading");
        StreamEvent event = StreamEvent.of(new JobEvent("7", JobEvent.EventState.PROGRESS, THEN, progress));
        assertThat(event.type()).isEqualTo("progress");
        assertThat(event.data().toString())
                .isEqualTo("{jid=7, state=progress, stamp=2023-08-28T12:22:31.253543Z, done=1, total=2, unit=bytes, "
                        + "what=reading}");
        Return end = new Return("7", "test.echo", List.of("a"), Result.of(Map.of("x", 1)), 0, true, null, THEN);
        assertThat(StreamEvent.of(end, "u-1").data().toString())
                .isEqualTo("{fun_args=[\"a\"], jid=7, return={\"x\":1}, retcode=0, success=true, cmd=_return, "
                        + "_stamp=2023-08-28T12:22:31.253543, fun=test.echo, id=u-1}");
        assertThat(StreamEvent.of(Map.of("@t", "obd.rpm")).type()).isEqualTo("obd.rpm");
    }

    @Test
    void returnsAreCutAsOnTheLink() {
        String text = "x".repeat(1_000_000);
        Return end = new Return("7", "test.echo", List.of(), Result.of(text), 0, true, null, THEN);
        assertThat(StreamEvent.of(end, "u-1").data().get("return").toString())
                .hasSizeLessThanOrEqualTo(131_072)
                .endsWith("are sent at most]\"");
    }
}
