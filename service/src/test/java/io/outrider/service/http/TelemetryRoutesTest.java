package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads and uploads of telemetry over HTTP, on both databases. */
class TelemetryRoutesTest extends TelemetryUnderTest {
    @Test
    void aDayByTheHourHas24PointsAlignedToItsBeginning() {
        upload("[" + speed("2026-11-21T00:30:00.000000Z", 10) + "," + speed("2026-11-21T01:29:59.999999Z", 20) + ","
                        + speed("2026-11-21T01:30:00.000000Z", 50) + "," + speed("2026-11-22T00:30:00.000000Z", 99)
                        + "]")
                .is(200);
        JsonNode points = read(hours("aggregation=avg"));
        assertThat(points).hasSize(24);
        assertThat(points.get(0).get("ts").textValue()).isEqualTo("2026-11-21T00:30:00.000000Z");
        assertThat(points.get(0).get("value").doubleValue()).isEqualTo(15);
        assertThat(points.get(0).get("max_ts").longValue()).isEqualTo(1795224599999L);
        assertThat(points.get(1).get("value").doubleValue()).isEqualTo(50);
        assertThat(points.get(2).get("value").isNull()).isTrue();
        assertThat(points.get(23).get("value").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"avg,20", "average,20", "AVG,20", "min,10", "MAX,30", "sum,60"})
    void eachAggregationHasItsValue(String aggregation, double value) {
        upload("[" + speed("2026-11-21T00:31:00Z", 10) + "," + speed("2026-11-21T00:32:00Z", 20) + ","
                        + speed("2026-11-21T00:33:00Z", 30.0) + "," + speed("2026-11-21T00:34:00Z", "\"unknown\"")
                        + "]")
                .is(200);
        assertThat(read(hours("aggregation=" + aggregation)).get(0).get("value").doubleValue())
                .isEqualTo(value);
    }

    @Test
    void withoutAggregationTheNewestValuesComeOldestFirst() {
        upload("[" + speed("2026-11-21T10:00:01Z", 1) + "," + speed("2026-11-21T10:00:02Z", 2) + ","
                        + speed("2026-11-21T10:00:03Z", 3.5) + "]")
                .is(200);
        String field = "field=obd.speed.value&field_type=float&aggregation=none&from_utc=2026-11-21T10:00:00.000Z";
        assertThat(read(field)).hasSize(1);
        assertThat(read(field).get(0).get("value").doubleValue()).isEqualTo(3.5);
        assertThat(read(field + "&size=2").findValuesAsText("value")).containsExactly("2.0", "3.5");
        assertThat(read(field + "&to_utc=2026-11-21T10:00:03Z").findValuesAsText("value"))
                .containsExactly("1.0", "2.0");
        assertThat(read(field.replace("float", "long") + "&size=1")
                        .get(0)
                        .get("value")
                        .isIntegralNumber())
                .isTrue();
        assertThat(read("field=obd.speed.unit&field_type=string&from_utc=2026-11-21T10:00:00Z")
                        .get(0)
                        .get("value")
                        .textValue())
                .isEqualTo("kph");
        assertThat(read("field=obd.unknown.value&field_type=float&from_utc=2026-11-21T10:00:00Z"))
                .isEmpty();
    }

    @Test
    void positionsAndNestedFieldsAreRead() {
        upload(
                        "[{\"@t\":\"track.pos\",\"@ts\":\"2026-11-21T10:00:01.5Z\",\"loc\":{\"lat\":55.5,\"lon\":12.25},\"nsat\":9},"
                                + "{\"@t\":\"rpi.temp\",\"@ts\":\"2026-11-21T10:00:01Z\",\"cpu\":{\"value\":51.5,\"unit\":\"C\"}}]")
                .is(200);
        String period = "&from_utc=2026-11-21T10:00:00Z&to_utc=2026-11-21T11:00:00Z";
        JsonNode positions = read("field=track.pos.loc&field_type=geo_point" + period);
        assertThat(positions.toString())
                .isEqualTo("[{\"ts\":\"2026-11-21T10:00:01.500000Z\",\"location\":{\"lat\":55.5,\"lon\":12.25}}]");
        assertThat(read("field=track.pos.loc&field_type=geo_point&aggregation=avg&interval=30m" + period)
                        .at("/0/location/lat")
                        .doubleValue())
                .isEqualTo(55.5);
        assertThat(read("field=rpi.temp.cpu.value&field_type=float" + period)
                        .at("/0/value")
                        .doubleValue())
                .isEqualTo(51.5);
        String fields = served.client()
                .get("/logbook/storage/fields/?device_id=" + device.id())
                .is(200)
                .text();
        assertThat(fields)
                .contains("{\"field\":\"track.pos.loc\",\"type\":\"geo_point\"}".substring(1, 24))
                .contains("rpi.temp.cpu.value", "track.pos.nsat");
    }

    @Test
    void anArrayHasNoMembers() {
        upload(
                        "[{\"@t\":\"a\",\"@ts\":\"2026-11-21T10:00:01Z\",\"l\":[7],\"o\":{\"0\":8,\"s\":\"t\",\"p\":[{\"lat\":1,\"lon\":2}]}}]")
                .is(200);
        String since = "&from_utc=2026-11-21T10:00:00Z";
        String period = since + "&to_utc=2026-11-21T11:00:00Z&aggregation=max&interval=1h";
        for (String each : List.of("a.l.0", "a.o.p.0.lat")) {
            assertThat(read("field_type=float&field=" + each + since)).as(each).isEmpty();
            assertThat(read("field_type=float&field=" + each + period)
                            .at("/0/value")
                            .isNull())
                    .as(each)
                    .isTrue();
        }
        assertThat(read("field_type=geo_point&field=a.o.p.0" + since)).isEmpty();
        assertThat(read("field_type=float&field=a.o.0" + since).at("/0/value").intValue())
                .isEqualTo(8);
        assertThat(read("field_type=string&field=a.o.s" + since).at("/0/value").textValue())
                .isEqualTo("t");
    }

    @Test
    void rawRecordsComeAsTheyWereSent() {
        String first =
                "{\"@ts\":\"2026-11-21T10:00:01.000100Z\",\"@t\":\"a.b\",\"n\":1.0,\"s\":\"ä\\\"\\\\t\\n\\t/\",\"l\":[1,null]}";
        String second = speed("2026-11-21T10:00:02Z", 7);
        upload("[" + second + "," + first + "]").is(200);
        String path = "/logbook/storage/raw/?device_id=" + device.id()
                + "&start_utc=2026-11-21T10:00:00.000000Z&end_utc=2026-11-21T11:00:00.000000Z";
        assertThat(served.client().get(path).is(200).text()).isEqualTo("[" + first + ",\n" + second + "]");
        assertThat(served.client().get(path + "&data_type=obd.speed").is(200).json())
                .hasSize(1);
        assertThat(served.client().get(path + "&data_type=none").is(200).json()).isEmpty();
    }

    @Test
    void uploadTimesFindRecordsWhateverTheirTime() {
        upload("[" + speed("2020-01-01T00:00:00Z", 1) + "]").is(200);
        served.clock.advance(Duration.ofHours(1));
        upload("[" + speed("2026-11-22T09:00:00Z", 2) + "]").is(200);
        String path = "/logbook/storage/raw/?device_id=" + device.id() + "&use_upload_time=true";
        assertThat(served.client()
                        .get(path + "&start_utc=2026-11-22T09:59:00Z&end_utc=2026-11-22T10:01:00Z")
                        .is(200)
                        .json())
                .hasSize(1)
                .allSatisfy(each -> assertThat(each.get("value").intValue()).isEqualTo(1));
        assertThat(served.client()
                        .get(path + "&start_utc=2026-11-22T09:59:00Z&end_utc=2026-11-22T11:01:00Z")
                        .is(200)
                        .json())
                .hasSize(2);
        assertThat(served.client()
                        .get(path + "&start_utc=2026-11-22T08:59:00Z&end_utc=2026-11-22T09:30:00Z")
                        .is(200)
                        .json())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            field=a.b&field_type=float                                          | from_utc
            field_type=float&from_utc=2026-01-01T00:00:00Z                      | field
            field=a.b&from_utc=2026-01-01T00:00:00Z                             | field_type
            field=&field_type=float&from_utc=2026-01-01T00:00:00Z               | field
            field=a.b&field_type=double&from_utc=2026-01-01T00:00:00Z           | field_type
            field=a.b&field_type=float&from_utc=2026-01-01T00:00:00             | from_utc
            field=a.b&field_type=float&from_utc=yesterday                       | from_utc
            field=a.b&field_type=float&from_utc=1926-01-01T00:00:00Z            | from_utc
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&to_utc=2026-01-01T00:00:00Z | to_utc
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&to_utc=2026-01-02T00:00:00Z | to_utc
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&size=0     | size
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&size=1e3   | size
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&aggregation=median | aggregation
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&aggregation=avg    | to_utc
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&to_utc=2026-01-03T00:00:00Z&aggregation=avg | interval
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&to_utc=2026-01-03T00:00:00Z&aggregation=avg&interval=0s | interval
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&to_utc=2026-01-03T00:00:00Z&aggregation=avg&interval=1x | interval
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&to_utc=2026-01-03T00:00:00Z&aggregation=avg&interval=-1h | interval
            field=a.b&field_type=float&from_utc=2026-01-02T00:00:00Z&to_utc=2026-01-03T00:00:00Z&aggregation=avg&interval=999999999w | interval
            field=a.b&field_type=string&from_utc=2026-01-02T00:00:00Z&aggregation=avg | aggregation
            field=a.b&field_type=geo_point&from_utc=2026-01-02T00:00:00Z&aggregation=sum | aggregation
            field=a.b&field=c.d&field_type=float&from_utc=2026-01-01T00:00:00Z  | field
            """)
    void aWrongParameterIsNamed(String parameters, String name) {
        assertThat(served.client()
                        .get("/logbook/storage/read/?device_id=" + device.id() + "&" + parameters)
                        .isProblem(400, "INVALID_PARAMETER")
                        .json()
                        .get("member")
                        .textValue())
                .isEqualTo(name);
    }

    @Test
    void aCenturyBySecondsIsTooLargeAndSaysTheLimit() {
        assertThat(served.client()
                        .get("/logbook/storage/read/?device_id=" + device.id()
                                + "&field=a.b&field_type=float&from_utc=2000-01-01T00:00:00Z&to_utc=2100-01-01T00:00:00Z"
                                + "&aggregation=avg&interval=1s")
                        .isProblem(422, "QUERY_TOO_LARGE")
                        .text())
                .contains("10000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a'b.c",
                "a\\\".b",
                "track.pos.\\\"]",
                "a..b",
                ".",
                "a.b%20OR%201=1",
                "a.$.b",
                "%7B%7D.x",
                "obd.speed.\\"
            })
    void aHostileFieldHasNoValues(String field) {
        upload("[" + speed("2026-11-21T10:00:01Z", 1) + "]").is(200);
        assertThat(read("field="
                        + field.replace("\\", "%5C").replace("\"", "%22").replace("]", "%5D")
                        + "&field_type=float&from_utc=2026-11-21T10:00:00Z"))
                .isEmpty();
    }

    @Test
    void anotherAccountSeesNothing() {
        for (String path : List.of(
                "/logbook/storage/read/?field=a.b&field_type=float&from_utc=2026-01-01T00:00:00Z",
                "/logbook/storage/raw/?start_utc=2026-01-01T00:00:00Z&end_utc=2026-01-02T00:00:00Z",
                "/logbook/storage/fields/?x=1",
                "/logbook/trips/?start_utc=2026-01-01T00:00:00Z&end_utc=2026-01-02T00:00:00Z")) {
            served.otherClient().get(path + "&device_id=" + device.id()).isProblem(404, "NOT_FOUND");
            served.client(null).get(path + "&device_id=" + device.id()).isProblem(401, "NOT_AUTHENTICATED");
            if (!path.contains("trips")) { // which are those of the account then
                served.client().get(path).isProblem(400, "INVALID_PARAMETER");
            }
            served.client().get(path + "&device_id=van-12").isProblem(404, "NOT_FOUND");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/logbook/storage/read/?field=a.b&field_type=float, from_utc, to_utc",
        "/logbook/storage/raw/?x=1, start_utc, end_utc",
        "/logbook/trips/?x=1, start_utc, end_utc"
    })
    void aPeriodThatEndsBeforeItBeginsIsNamedByBothOfItsTimes(String path, String start, String end) {
        String times = "&" + start + "=2026-01-02T00:00:00Z&" + end + "=2026-01-01T00:00:00Z";
        assertThat(served.client()
                        .get(path + times + "&device_id=" + device.id())
                        .isProblem(400, "INVALID_PARAMETER")
                        .json()
                        .get("detail")
                        .textValue())
                .isEqualTo("'" + end + "' has to be later than '" + start + "'");
    }

    @Test
    void anUploadIsStoredOnceAlsoCompressed() throws IOException {
        String rows = "[" + speed("2026-11-21T10:00:01Z", 1) + "," + speed("2026-11-21T10:00:02Z", 2) + "]";
        upload(rows).is(200);
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(compressed)) {
            to.write(rows.getBytes(StandardCharsets.UTF_8));
        }
        served.client("Bearer " + SECRET)
                .sendBytes(
                        "POST",
                        "/logbook/storage/",
                        compressed.toByteArray(),
                        Map.of("unit-id", "van-12", "Content-Encoding", "gzip", "Content-Type", "application/json"))
                .is(200);
        assertThat(served.client()
                        .get("/logbook/storage/raw/?device_id=" + device.id()
                                + "&start_utc=2026-11-21T00:00:00Z&end_utc=2026-11-22T00:00:00Z")
                        .is(200)
                        .json())
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[1]",
                "[{}]",
                "[{\"@t\":\"a\"}]",
                "[{\"@t\":1,\"@ts\":\"2026-11-21T10:00:00Z\"}]",
                "[{\"@t\":\"\",\"@ts\":\"2026-11-21T10:00:00Z\"}]",
                "[{\"@t\":\"a\",\"@ts\":\"now\"}]",
                "[{\"@t\":\"a\",\"@ts\":\"2026-11-21T10:00:00\"}]",
                "[{\"@t\":\"a\",\"@ts\":\"2026-11-21T10:00:00Z\"}",
                "[{\"@t\":\"a\",\"@ts\":\"2026-11-21T10:00:00Z\",\"v\":NaN}]"
            })
    void aBadRecordIsRefusedAndNothingIsStored(String rows) {
        upload(rows).isProblem(400, "INVALID_BODY");
    }

    @Test
    void uploadsNeedTheSecretOfTheirUnit() {
        served.devices.create(served.otherAccount, "van-13", null, false);
        for (String authorization :
                List.of("token wrong", "token", "APIToken " + served.token, "token " + served.token)) {
            served.client(authorization)
                    .send("POST", "/logbook/storage/", "[]", Map.of("unit-id", "van-12"))
                    .isProblem(401, "NOT_AUTHENTICATED");
        }
        served.client("token " + SECRET)
                .send("POST", "/logbook/storage/", "[]", Map.of("unit-id", "van-13"))
                .isProblem(401, "NOT_AUTHENTICATED");
        served.client("token " + SECRET).post("/logbook/storage/", "[]").isProblem(401, "NOT_AUTHENTICATED");
    }

    @Test
    void timesOfUnitsWithoutAClockAreStored() {
        upload("[" + speed("1970-01-01T00:00:10Z", 1) + "," + speed("2100-05-05T00:00:00Z", 2) + ","
                        + speed("1969-05-05T00:00:00Z", 3) + "," + speed("2300-05-05T00:00:00Z", 4) + "]")
                .is(200);
        assertThat(served.client()
                        .get("/logbook/storage/raw/?device_id=" + device.id()
                                + "&start_utc=1970-01-01T00:00:00Z&end_utc=2261-12-31T23:59:59Z")
                        .is(200)
                        .json())
                .hasSize(4);
    }

    @Test
    void whatIsNoNumberIsNotInAnAggregate() {
        List<String> rows = new ArrayList<>();
        for (String each : List.of("true", "false", "\"50\"", "null", "[1]", "{}", "0", "1", "5", "10.0")) {
            rows.add(speed("2026-11-21T10:00:" + (10 + rows.size()) + "Z", each));
        }
        upload(rows.toString()).is(200);
        String day = "&from_utc=2026-11-21T00:00:00Z&to_utc=2026-11-22T00:00:00Z&interval=1d&aggregation=";
        for (String each : List.of("avg 4.0", "sum 16.0", "min 0.0", "max 10.0")) {
            String[] expected = each.split(" ");
            assertThat(read("field=obd.speed.value&field_type=float" + day + expected[0])
                            .at("/0/value")
                            .asText())
                    .as(each)
                    .isEqualTo(expected[1]);
        }
    }
}
