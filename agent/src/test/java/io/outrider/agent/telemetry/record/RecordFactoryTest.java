package io.outrider.agent.telemetry.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.api.Failure;
import io.outrider.api.Reading;
import io.outrider.api.Readings;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordFactoryTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");

    private static final TimeSource TIME = new TimeSource() {
        @Override
        public Timestamp now() {
            return of(NOW);
        }

        @Override
        public Timestamp of(Instant stamp) {
            return new Timestamp(stamp.getEpochSecond() * 1_000_000 + stamp.getNano() / 1_000, 5, true);
        }

        @Override
        public Timestamp settled(Timestamp moment) {
            return moment;
        }
    };

    private final RecordFactory factory = new RecordFactory(TIME);
    private final ObjectMapper mapper = new ObjectMapper();

    private String rows(String function, Object result) throws Exception {
        List<Object> rows = new ArrayList<>();
        factory.of(function, result).forEach(each -> rows.add(each.row()));
        return mapper.writeValueAsString(rows).replace('"', '\'').replace("'@ts':'2026-03-01T12:00:00.123000Z'", "NOW");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "rpi.temp | {'cpu':{'value':47.5,'unit':'C'}} | [{'@t':'rpi.temp',NOW,'cpu':{'value':47.5,'unit':'C'}}]",
                "ec2x.data_usage | {'_type':'data_usage','sent':1,'recv':2} | [{'@t':'ec2x.data_usage',NOW,'sent':1,'recv':2}]",
                "acc.query | {'_type':'xyz','x':0.1,'y':0,'z':1} | [{'@t':'acc.xyz',NOW,'x':0.1,'y':0,'z':1}]",
                "gnss.location | {'_type':'track.pos','sog':0} | [{'@t':'track.pos',NOW,'sog':0}]",
                "obd.dtc | {'_type':'dtc','values':[{'code':'P1'},{'code':'P2'}]} | [{'@t':'obd.dtc',NOW,'code':'P1'},{'@t':'obd.dtc',NOW,'code':'P2'}]",
                "obd.dtc | {'_type':'dtc','values':[]} | []",
                "a.b | 7 | [{'@t':'a.b',NOW,'value':7}]",
                "a.b | 0 | [{'@t':'a.b',NOW,'value':0}]",
                "a.b | 'text' | [{'@t':'a.b',NOW,'value':'text'}]",
                "a.b | [1,2] | [{'@t':'a.b',NOW,'value':1},{'@t':'a.b',NOW,'value':2}]",
                "a.b | null | []",
                "a.b | {} | []",
                "a.b | {'error':'no'} | []",
                "a.b | {'_type':7,'_stamp':[],'v':1} | [{'@t':'a.b',NOW,'v':1}]",
                "a.b | {'_type':'','v':1} | [{'@t':'a.',NOW,'v':1}]",
                "a.b | {'_type':'x y','v':1} | [{'@t':'a.b',NOW,'v':1}]",
                "a.b | {'_stamp':'nonsense','v':1} | [{'@t':'a.b',NOW,'v':1}]",
                "a.b | {'_stamp':'1970-01-01T00:00:00','v':1} | [{'@t':'a.b','@ts':'1970-01-01T00:00:00.000000Z','v':1}]",
                "a.b | {'_stamp':'9999-01-01T00:00:00Z','v':1} | [{'@t':'a.b','@ts':'9999-01-01T00:00:00.000000Z','v':1}]",
                "a.b | {'v':1,'w':null,'u':{'x':null},'y':[null,1]} | [{'@t':'a.b',NOW,'v':1,'y':[1]}]",
                "a.b | {'v':null} | []",
                "a.b | {'@t':'evil','@ts':5,'@tq':[1],'data_t':2} | [{'@t':'a.b',NOW,'data_t':'evil','data_ts':5,'data_tq':[1],'data_t_':2}]",
            })
    void resultsBecomeRecordsByAutoPisRules(String function, String result, String expected) throws Exception {
        assertThat(rows(function, mapper.readTree(result.replace('\'', '"')))).isEqualTo(expected);
    }

    @Test
    void readingsBecomeRecordsWithTheirTimestamp() throws Exception {
        Instant then = Instant.parse("2026-02-01T00:00:00.5Z");
        TelemetryRecord rpm =
                factory.of("obd.query", new Reading("rpm", 830.5, "rpm", then)).get(0);
        assertThat(rpm.row().toString())
                .isEqualTo("{@t=obd.rpm, @ts=2026-02-01T00:00:00.500000Z, value=830.5, unit=rpm}");
        assertThat(factory.of("obd.dtc", new Readings("dtc", List.of(Map.of("code", "P1")), then)))
                .extracting(TelemetryRecord::priority)
                .containsExactly(Priority.HIGH);
        assertThat(factory.of("acc.query", Map.of("_type", "xyz", "x", 1))
                        .get(0)
                        .priority())
                .isEqualTo(Priority.LOW);
    }

    @Test
    void nanIsDroppedAndARecordWithoutFieldsIsCounted() throws Exception {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("nan", Double.NaN);
        result.put("inf", Float.NEGATIVE_INFINITY);
        result.put("huge", new BigInteger("9".repeat(400)));
        assertThat(rows("a.b", result)).isEqualTo("[]");
        assertThat(factory.dropped()).isEqualTo(1);
        result.put("big", new BigInteger("18446744073709551616"));
        result.put("long", Long.MAX_VALUE);
        assertThat(rows("a.b", result))
                .isEqualTo("[{'@t':'a.b',NOW,'big':1.8446744073709552E19,'long':9223372036854775807}]");
    }

    @Test
    void longTextIsCutWithAMarkAtACharacterBoundary() {
        String text = "x".repeat(RecordSanitizer.LONGEST_TEXT - 1) + "🚗".repeat(10_000);
        String cut =
                (String) factory.of("a.b", Map.of("v", text)).get(0).fields().get("v");
        assertThat(cut).isEqualTo("x".repeat(RecordSanitizer.LONGEST_TEXT - 1) + RecordSanitizer.MARK);
    }

    @Test
    void cyclesAndExtremeNestingAreDropped() {
        Object deep = 1;
        for (int i = 0; i < 100_000; i++) {
            deep = i % 2 == 0 ? List.of(deep) : Map.of("a", deep);
        }
        assertThat(factory.of("a.b", deep)).isEmpty();
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        assertThat(factory.of("a.b", itself)).isEmpty();
        Map<String, Object> some = Map.of("v", 1, "deep", nested(30));
        assertThat(factory.of("a.b", some).get(0).fields())
                .containsEntry("v", 1)
                .containsKey("deep");
    }

    @Test
    void tooDeeplyNestedValuesBecomeJsonText() throws Exception {
        for (int depth = 1; depth < RecordSanitizer.DEEPEST; depth++) {
            Object deep = nested(depth);
            assertThat(factory.of("a.b", Map.of("v", deep)).get(0).fields()).isEqualTo(Map.of("v", deep));
            assertThat(factory.of(Map.of("@t", "a.b", "v", deep)).fields()).isEqualTo(Map.of("v", deep));
        }
        for (int more : new int[] {1, 2, 300}) {
            Object deeper = nested(RecordSanitizer.DEEPEST - 1 + more);
            String text = "{\"a\":".repeat(more) + "1" + "}".repeat(more);
            Object made = factory.of("a.b", Map.of("v", deeper)).get(0).fields().get("v");
            assertThat(innermost(made)).isEqualTo(text);
            made = factory.of(Map.of("@t", "a.b", "v", deeper)).fields().get("v");
            assertThat(innermost(made)).isEqualTo(text);
        }
    }

    @Test
    void jsonTextOfDeepValuesIsCutLikeAnyText() {
        Map<String, Object> wide = new LinkedHashMap<>();
        for (int i = 0; i < 5_000; i++) {
            wide.put("key" + i, i);
        }
        Object deep = wide;
        for (int i = 1; i < RecordSanitizer.DEEPEST; i++) {
            deep = Map.of("a", deep);
        }
        assertThat(innermost(factory.of("a.b", Map.of("v", deep)).get(0).fields()))
                .asString()
                .startsWith("{\"key0\":0,")
                .endsWith(RecordSanitizer.MARK)
                .hasSizeLessThan(RecordSanitizer.LONGEST_TEXT + 10);
    }

    private static Object innermost(Object value) {
        return value instanceof Map<?, ?> map
                ? innermost(map.values().iterator().next())
                : value;
    }

    private static Object nested(int depth) {
        return depth == 0 ? 1 : Map.of("a", nested(depth - 1));
    }

    @Test
    void theSizeOfARecordIsBounded() throws Exception {
        Map<String, Object> many = new LinkedHashMap<>();
        for (int i = 0; i < 100_000; i++) {
            many.put("key" + i, "text");
        }
        TelemetryRecord sample = factory.of("a.b", many).get(0);
        assertThat(mapper.writeValueAsString(sample.row()).length()).isLessThan(3 * RecordSanitizer.HEAVIEST);
        assertThat(sample.fields()).containsEntry("key0", "text");
    }

    @Test
    void aStatedTimeIsNotCorrected() throws Failure {
        Timestamp now = new Timestamp(1_772_366_400_000_000L, 7_000_000, true);
        RecordFactory ahead = new RecordFactory(new TimeSource() {
            @Override
            public Timestamp now() {
                return now;
            }

            @Override
            public Timestamp of(Instant stamp) {
                throw new AssertionError("it is no stamp of this unit's clock");
            }

            @Override
            public Timestamp settled(Timestamp moment) {
                return moment;
            }
        });
        TelemetryRecord sample = ahead.of(Map.of("@t", "trailer.door", "@ts", "2026-03-01T11:59:59.5Z", "open", true));
        assertThat(sample.at()).isEqualTo(new Timestamp(1_772_366_399_500_000L, 6_500_000, true));
    }

    @Test
    void rowsOfOtherProgramsAreAcceptedUnchanged() throws Exception {
        TelemetryRecord sample =
                factory.of(Map.of("@t", "trailer.door", "@ts", "2020-01-01T01:00:00+01:00", "open", true));
        assertThat(sample.row().toString()).isEqualTo("{@t=trailer.door, @ts=2020-01-01T00:00:00.000000Z, open=true}");
        assertThat(factory.of(Map.of("@t", "a", "@tq", "unknown", "v", 1)).at().instant())
                .isEqualTo(NOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'@t':'a'} | record: nothing is left",
                "{'@t':'a','v':null,'w':[],'x':{}} | record: nothing is left",
            })
    void invalidRowsAreReported(String row, String why) throws Exception {
        Map<String, Object> map = mapper.readValue(row.replace('\'', '"'), new TypeReference<>() {});
        assertThatThrownBy(() -> factory.of(map)).isInstanceOf(Failure.class).hasMessageStartingWith(why);
    }

    @Test
    void hostileRowsAreSanitized() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            Object result = anything(random, 0);
            List<TelemetryRecord> made = new ArrayList<>(factory.of("a.b", result));
            if (result instanceof Map<?, ?> row) {
                try {
                    Map<String, Object> fields = new HashMap<>();
                    row.forEach((key, value) -> fields.put(String.valueOf(key), value));
                    fields.put("@t", "a.b"); // validated by the caller
                    made.add(factory.of(fields));
                } catch (Failure e) {
                    assertThat(e.code()).isEqualTo("BAD_ARGUMENT");
                }
            }
            for (TelemetryRecord each : made) {
                check(each.fields(), seed);
                assertThat(each.fields()).as("seed %d", seed).isNotEmpty().doesNotContainKeys("@t", "@ts", "@tq");
                assertThat(each.type()).matches("\\S{1,200}");
                mapper.writeValueAsBytes(each.row());
            }
        }
    }

    private static void check(Object value, long seed) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, held) -> check(held, seed));
        } else if (value instanceof List<?> list) {
            list.forEach(each -> check(each, seed));
        } else {
            boolean good = value instanceof Boolean
                    || value instanceof Integer
                    || value instanceof Long
                    || value instanceof Double d && Double.isFinite(d)
                    || value instanceof String text
                            && text.length() <= RecordSanitizer.LONGEST_TEXT + RecordSanitizer.MARK.length();
            assertThat(good).as("seed %d: %s", seed, value).isTrue();
        }
    }

    private static Object anything(Random random, int depth) {
        List<String> words = Arrays.asList(
                "@t",
                "@ts",
                "@tq",
                "_type",
                "_stamp",
                "error",
                "value",
                "values",
                "",
                "a.b",
                "x y",
                "\u0000",
                "\ud83d",
                "2026-03-01T12:00:00",
                "NaN",
                "y".repeat(20_000));
        switch (random.nextInt(depth > 6 ? 9 : 12)) {
            case 0:
                return null;
            case 1:
                return Double.NaN;
            case 2:
                return Float.POSITIVE_INFINITY;
            case 3:
                return random.nextLong();
            case 4:
                return random.nextBoolean();
            case 5:
                return new BigInteger(600, random).pow(random.nextInt(3));
            case 6:
                return (short) random.nextInt();
            case 7, 8:
                return words.get(random.nextInt(words.size()));
            case 9:
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(anything(random, depth + 1));
                }
                return list;
            default:
                Map<Object, Object> map = new HashMap<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    map.put(words.get(random.nextInt(words.size())), anything(random, depth + 1));
                }
                return map;
        }
    }
}
