package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.devices.Device;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trips, and what an answer about telemetry cannot have. */
class TelemetryLimitsTest extends TelemetryUnderTest {
    private String trips() {
        return "/logbook/trips/?device_id=" + device.id()
                + "&start_utc=2026-11-21T00:00:00Z&end_utc=2026-11-22T00:00:00Z";
    }

    private static String engine(Instant time, String state) {
        return "{\"@t\":\"event.vehicle.engine\",\"@ts\":\"" + time + "\",\"@tag\":\"vehicle/engine/" + state + "\"}";
    }

    @Test
    void tripsTakeTimesWithoutSecondsAndLeaveOutThoseOfNoCalendar() {
        upload("[" + engine(Instant.parse("2026-11-21T08:00:00Z"), "running").replace("08:00:00Z", "08:00Z") + ","
                        + engine(Instant.parse("2026-11-21T09:00:00Z"), "running")
                                .replace("2026", "+10000") + "]")
                .is(200);
        assertThat(served.client().get(trips()).is(200).json()).hasSize(1);
    }

    @Test
    void moreTripsThanAnAnswerHasAreSaid() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i <= 1_000; i++) {
            Instant start = Instant.parse("2026-11-21T00:00:00Z").plusSeconds(60L * i);
            rows.add(engine(start, "running"));
            rows.add(engine(start.plusSeconds(30), "stopped"));
        }
        upload(rows.toString()).is(200);
        served.client().get(trips()).isProblem(422, "QUERY_TOO_LARGE");
    }

    @Test
    void whatAnotherAccountSendsDoesNotChangeWhatAFieldIs() {
        upload("[{\"@t\":\"rpi.temp\",\"@ts\":\"2026-11-21T10:00:00Z\",\"cpu\":{\"value\":51.5}}]")
                .is(200);
        Device other = served.devices.create(served.otherAccount, "van-99", null, false);
        writer.writePosted(
                        other.number(),
                        MAPPER.createArrayNode()
                                .add(MAPPER.createObjectNode()
                                        .put("@t", "rpi.temp.cpu")
                                        .put("@ts", "2026-11-21T10:00:00Z")
                                        .put("value", 1)))
                .toCompletableFuture()
                .join();
        assertThat(read("field=rpi.temp.cpu.value&field_type=float&from_utc=2026-11-21T00:00:00Z")
                        .findValuesAsText("value"))
                .containsExactly("51.5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "max", "min"})
    void wholeNumbersAreExact(String aggregation) {
        upload("[" + speed("2026-11-21T00:31:00Z", "9007199254740993") + "]").is(200);
        assertThat(read(hours("aggregation=" + aggregation).replace("float", "long"))
                        .findValuesAsText("value"))
                .contains("9007199254740993");
    }

    @Test
    void wholeNumbersBeyond64BitsAreTooLarge() {
        upload("[" + speed("2026-11-21T00:31:00Z", "1e300") + "]").is(200);
        for (String each : List.of("none", "max", "sum")) {
            served.client()
                    .get("/logbook/storage/read/?device_id=" + device.id() + "&"
                            + hours("aggregation=" + each).replace("float", "long"))
                    .isProblem(422, "QUERY_TOO_LARGE");
        }
        assertThat(read(hours("aggregation=avg").replace("float", "long"))
                        .get(0)
                        .get("value")
                        .doubleValue())
                .isEqualTo(1e300);
    }

    @Test
    void aPositionWithoutLongitudeIsNone() {
        upload("[{\"@t\":\"track.pos\",\"@ts\":\"2026-11-21T10:00:00Z\",\"loc\":{\"lat\":51.5,\"lon\":null}}]")
                .is(200);
        assertThat(read("field=track.pos.loc&field_type=geo_point&from_utc=2026-11-21T00:00:00Z"))
                .isEmpty();
    }

    @Test
    void aDeviceHas2000FieldsInTheListAndAllItsRecords() {
        for (int i = 0; i < 3; i++) {
            StringBuilder record = new StringBuilder("{\"@t\":\"evil\",\"@ts\":\"2026-11-21T10:00:0" + i + "Z\"");
            for (int j = 0; j < 900; j++) {
                record.append(",\"n").append(i).append('_').append(j).append("\":1");
            }
            upload("[" + record + "}]").is(200);
        }
        assertThat(served.client()
                        .get("/logbook/storage/fields/?device_id=" + device.id())
                        .is(200)
                        .json())
                .hasSize(2_000);
        assertThat(read("field=evil.n2_899&field_type=long&from_utc=2026-11-21T00:00:00Z"))
                .hasSize(1);
    }

    @Test
    void textsOfAnAnswerAreLimited() {
        String text = "\"" + "x".repeat(100_000) + "\"";
        for (int i = 0; i < 3; i++) {
            List<String> rows = new ArrayList<>();
            for (int j = 10; j < 80; j++) {
                rows.add(speed("2026-11-21T00:31:0" + i + "." + j + "Z", text));
            }
            upload(rows.toString()).is(200);
        }
        String query = hours("aggregation=none").replace("float", "string");
        served.client()
                .get("/logbook/storage/read/?device_id=" + device.id() + "&" + query)
                .isProblem(422, "QUERY_TOO_LARGE");
        assertThat(read(query + "&size=20")).hasSize(20);
    }

    @Test
    void tripsFollowTheEventsOfTheEngine() {
        List<String> rows = new ArrayList<>();
        for (String each : List.of("08:00:00 running", "08:30:00 stopped", "17:00:00 running")) {
            rows.add("{\"@t\":\"event.vehicle.engine\",\"@ts\":\"2026-11-21T" + each.substring(0, 8)
                    + "Z\",\"@tag\":\"vehicle/engine/" + each.substring(9) + "\"}");
        }
        rows.add(
                "{\"@t\":\"track.pos\",\"@ts\":\"2026-11-21T08:00:05Z\",\"loc\":{\"lat\":1.5,\"lon\":2,\"more\":[{}]}}");
        rows.add("{\"@t\":\"track.pos\",\"@ts\":\"2026-11-21T08:29:55Z\",\"loc\":{\"lat\":3.5,\"lon\":4}}");
        upload(rows.toString()).is(200);
        JsonNode trips = served.client()
                .get("/logbook/trips/?device_id=" + device.id()
                        + "&start_utc=2026-11-21T00:00:00Z&end_utc=2026-11-22T00:00:00Z")
                .is(200)
                .json();
        assertThat(trips).hasSize(2);
        assertThat(trips.at("/0/end_time_utc").textValue()).isEqualTo("2026-11-21T08:30:00.000000Z");
        assertThat(trips.at("/0/start_position")).hasToString("{\"lat\":1.5,\"lon\":2}");
        assertThat(trips.at("/0/end_position/lat").doubleValue()).isEqualTo(3.5);
        assertThat(trips.at("/1/state").textValue()).isEqualTo("ONGOING");
    }

    private static String place(String time, String more) {
        return "{\"@t\":\"track.pos\",\"@ts\":\"2026-11-21T" + time + "Z\",\"nsat\":0" + more + "}";
    }

    @Test
    void aTripBeginsAndEndsAtThePlacesThatAreKnown() {
        List<String> rows = new ArrayList<>();
        rows.add(engine(Instant.parse("2026-11-21T08:00:00Z"), "running"));
        rows.add(engine(Instant.parse("2026-11-21T09:00:00Z"), "stopped"));
        List<String> none = List.of("", ",\"loc\":5", ",\"loc\":null", ",\"loc\":{\"lat\":\"1\",\"lon\":2}");
        for (int i = 0; i < none.size(); i++) {
            rows.add(place("08:00:0" + i, none.get(i)));
            rows.add(place("08:59:5" + i, none.get(i)));
        }
        rows.add(place("08:10:00", ",\"loc\":{\"lat\":-1.5,\"lon\":2}"));
        rows.add(place("08:20:00", ",\"loc\":{\"lat\":9,\"lon\":9}"));
        rows.add(place("08:30:00", ",\"loc\":{\"lat\":3.5,\"lon\":-0.25}"));
        upload(rows.toString()).is(200);
        JsonNode trip = served.client().get(trips()).is(200).json().get(0);
        assertThat(trip.get("start_position")).hasToString("{\"lat\":-1.5,\"lon\":2}");
        assertThat(trip.get("end_position")).hasToString("{\"lat\":3.5,\"lon\":-0.25}");
    }

    @Test
    void aPlaceIsLookedForAmong10000RecordsOfTheTrip() {
        List<String> rows = new ArrayList<>();
        rows.add(engine(Instant.parse("2026-11-21T08:00:00Z"), "running"));
        for (int i = 0; i < 10_000; i++) {
            rows.add(place("08:00:%02d.%03d".formatted(i / 1_000, i % 1_000), ""));
        }
        rows.add(place("08:10:00", ",\"loc\":{\"lat\":1.5,\"lon\":2}"));
        rows.add(engine(Instant.parse("2026-11-21T09:00:00Z"), "stopped"));
        upload(rows.toString()).is(200);
        JsonNode trip = served.client().get(trips()).is(200).json().get(0);
        assertThat(trip.get("start_position").isNull()).isTrue();
        assertThat(trip.at("/end_position/lat").doubleValue()).isEqualTo(1.5);
    }

    @Test
    void aStopAndAStartOfTheSameTimeEndOneTripAndBeginAnother() {
        upload("[" + engine(Instant.parse("2026-11-21T08:00:00Z"), "stopped") + ","
                        + engine(Instant.parse("2026-11-21T08:00:00Z"), "running") + ","
                        + engine(Instant.parse("2026-11-21T09:00:00Z"), "running") + ","
                        + engine(Instant.parse("2026-11-21T09:30:00Z"), "running") + ","
                        + engine(Instant.parse("2026-11-21T09:30:00Z"), "stopped") + ","
                        + engine(Instant.parse("2026-11-21T10:00:00Z"), "stopped") + "]")
                .is(200);
        JsonNode trips = served.client().get(trips()).is(200).json();
        assertThat(trips.findValuesAsText("start_time_utc"))
                .containsExactly("2026-11-21T08:00:00.000000Z", "2026-11-21T09:30:00.000000Z");
        assertThat(trips.findValuesAsText("end_time_utc"))
                .containsExactly("2026-11-21T09:30:00.000000Z", "2026-11-21T10:00:00.000000Z");
    }

    @Test
    void aTripEndsWithTheNextStopHoweverLongAfterThePeriodThatIs() throws IOException {
        Device second = served.devices.create(served.account, "van-13", null, false);
        JsonNode stop = MAPPER.readTree("[" + engine(Instant.parse("2026-11-23T00:00:00Z"), "stopped") + "]");
        writer.writePosted(second.number(), stop).toCompletableFuture().join();
        List<String> rows = new ArrayList<>();
        rows.add(engine(Instant.parse("2026-11-21T23:00:00Z"), "running"));
        rows.add(engine(Instant.parse("2026-11-24T08:00:00Z"), "not_running"));
        rows.add(engine(Instant.parse("2026-11-24T09:00:00Z"), "running"));
        rows.add("{\"@t\":\"event.vehicle.engine\",\"@ts\":\"2026-11-24T09:30:00Z\"}");
        rows.add("{\"@t\":\"track.pos\",\"@ts\":\"2026-12-24T09:59:00Z\",\"loc\":{\"lat\":3.5,\"lon\":4}}");
        upload(rows.toString()).is(200);
        assertThat(served.client().get(trips()).is(200).json().at("/0/state").textValue())
                .isEqualTo("ONGOING");
        upload("[" + engine(Instant.parse("2026-12-24T10:00:00Z"), "stopped") + ","
                        + engine(Instant.parse("2026-12-25T10:00:00Z"), "stopped") + "]")
                .is(200);
        JsonNode trips = served.client().get(trips()).is(200).json();
        assertThat(trips).hasSize(1);
        assertThat(trips.at("/0/state").textValue()).isEqualTo("COMPLETED");
        assertThat(trips.at("/0/end_time_utc").textValue()).isEqualTo("2026-12-24T10:00:00.000000Z");
        assertThat(trips.at("/0/end_position/lat").doubleValue()).isEqualTo(3.5);
    }

    @Test
    void aTripThatBeginsOrEndsWithTheEndOfThePeriodIsOfOnePeriod() {
        upload("[" + engine(Instant.parse("2026-11-21T23:00:00Z"), "running") + ","
                        + engine(Instant.parse("2026-11-22T00:00:00Z"), "stopped") + ","
                        + engine(Instant.parse("2026-11-23T00:00:00Z"), "running") + "]")
                .is(200);
        JsonNode trips = served.client().get(trips()).is(200).json();
        assertThat(trips).hasSize(1);
        assertThat(trips.at("/0/end_time_utc").textValue()).isEqualTo("2026-11-22T00:00:00.000000Z");
        String next = trips().replace("22T", "23T").replace("21T", "22T");
        assertThat(served.client().get(next).is(200).json()).isEmpty();
    }

    @Test
    void aStopInAYearOfNoCalendarEndsNoTrip() {
        upload("[" + engine(Instant.parse("2026-11-21T23:00:00Z"), "running") + ","
                        + engine(Instant.parse("2026-11-22T00:00:00Z"), "stopped")
                                .replace("2026", "+10000") + "]")
                .is(200);
        assertThat(served.client().get(trips()).is(200).json().at("/0/state").textValue())
                .isEqualTo("ONGOING");
    }

    @Test
    void tripsOfAnAccountAreThoseOfAllItsDevicesByTime() throws IOException {
        Device second = served.devices.create(served.account, "van-13", null, false);
        upload("[" + engine(Instant.parse("2026-11-21T08:00:00Z"), "running") + ","
                        + engine(Instant.parse("2026-11-21T12:00:00Z"), "running") + "]")
                .is(200);
        JsonNode row = MAPPER.readTree("[" + engine(Instant.parse("2026-11-21T07:00:00Z"), "running") + "]");
        writer.writePosted(second.number(), row).toCompletableFuture().join();
        String path = "/logbook/trips/?start_utc=2026-11-21T00:00:00Z&end_utc=2026-11-22T00:00:00Z";
        assertThat(served.client().get(path).is(200).json().findValuesAsText("device_id"))
                .containsExactly(second.id(), device.id());
        assertThat(served.otherClient().get(path).is(200).json()).isEmpty();
    }

    @Test
    void readsOfAnAccountWaitForEachOtherAndOthersDoNotWait() {
        upload("[" + speed("2026-11-21T10:00:00Z", 50) + "]").is(200);
        Device other = served.devices.create(served.otherAccount, "van-99", null, false);
        for (int i = 0; i < 3; i++) {
            assertThat(reads.take(served.account, false)).isTrue();
        }
        String query = "field=obd.speed.value&field_type=float&from_utc=2026-11-21T00:00:00Z";
        CompletableFuture<JsonNode> own = CompletableFuture.supplyAsync(() -> read(query));
        assertThat(served.otherClient()
                        .get("/logbook/storage/read/?device_id=" + other.id() + "&" + query)
                        .is(200)
                        .json())
                .isEmpty();
        assertThat(own).isNotDone();
        reads.give(served.account, 1);
        assertThat(own.join()).hasSize(1);
    }
}
