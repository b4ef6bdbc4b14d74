package io.outrider.wire.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.wire.Batch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostileBytesTest {
    private final ColumnarRecordCodec diskCodec = new ColumnarRecordCodec();
    private final BatchCodec batchCodec = new BatchCodec();

    private void read(byte[] bytes) {
        try {
            batchCodec.decode(bytes);
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotNull();
        }
        try {
            diskCodec.unpack(bytes);
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotNull();
        }
    }

    @Test
    @Tag("slow")
    void corruptBytesCauseOtherRecordsOrAnIOException() throws IOException {
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes;
            var records = new RandomRecords(random).some(8);
            if (random.nextBoolean()) {
                bytes = diskCodec.pack(records);
            } else {
                bytes = batchCodec.encode("unit", new Batch("boot", true, records));
            }
            boolean plain = random.nextInt(4) > 0;
            if (plain) {
                bytes = Zlib.decompress(bytes); // else the checksum catches everything
            }
            int changes = 1 + random.nextInt(3);
            for (int i = 0; i < changes; i++) {
                int at = random.nextInt(bytes.length);
                bytes[at] = plain
                        ? (byte) "0123456789{}[],:\"~ -.en\\".charAt(random.nextInt(24))
                        : (byte) random.nextInt();
            }
            try {
                read(bytes);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ": " + new String(bytes, StandardCharsets.UTF_8), e);
            }
        }
    }

    @Test
    void truncatedBytesCauseAnIOException() {
        byte[] bytes = diskCodec.pack(new RandomRecords(new Random(1)).some(50));
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> diskCodec.unpack(cut)).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "null",
                "{\"columns\":2}",
                "{\"columns\":1,\"groups\":[]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{}}]} x",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"at\":[\"const\",0],\"row\":{}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":9223372036854775807,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"gaps\":[7,7],\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",1.5],\"row\":{}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":1}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"line\",\"clock\",-1,0,\" \"]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":1,\"at\":[\"const\",0],\"row\":{\"a\":[\"const\",1]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":-1,\"at\":[\"const\",0],\"row\":{\"a\":[\"const\",1]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",1],\"row\":{\"a\":[\"const\",1]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",-1],\"row\":{\"a\":[\"const\",1]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"const\",1]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":9223372036854775807,\"seconds\":[\"const\",0],\"rest\":[\"const\",1]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"const\",1]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":0,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"const\",1]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"order\":\"!\",\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"const\",1]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"order\":7,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"const\",1]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"line\",[],1,0,\" \"]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"line\",[0],1,0,\" \"]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"line\",[-1],1,0,\" \"]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"line\",[1,0],1,0,\" \"]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"line\",[1,2,3],1,0,\" \"]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"line\",[1.5],1,0,\" \"]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"line\",[9007199254740993],1,0,\" \"]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"line\",16,1,0,\" \"]}}]}",
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"line\",\"x\",1,0,\" \"]}}]}",
            })
    void malformedInputCausesAnIOException(String text) {
        assertThatThrownBy(() -> batchCodec.decode(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "columns":1                    | "columns":2                    | 'columns' is not 1
            "n":1,"from"                   | "n":0,"from"                   | an item of 'moments' has no 'n', or one out of range
            "seconds":["const",0]          | "seconds":7                    | 'seconds' is not a column
            "seconds":["const",0]          | "seconds":["const",0.5]        | 'seconds' is not a whole number, or too large
            "rest":["const",0]             | "rest":["none"]                | a column in 'rest': unknown encoding, or a wrong number of elements
            "m":0                          | "m":1                          | 'm' of a group is no index of 'moments'
            "at":["const",0]               | "at":["const",1]               | 'at' has an index outside of its item of 'moments'
            "row":{"a":["const",1]}        | "row":{"a":["words",[1],"!"]}  | a column in 'row': the index 1 is not below 1
            "first":1                      | "first":1,"gaps":[1]           | 'gaps' is not a list of pairs
            "first":1                      | "first":1,"order":1            | 'order' is not text
            """)
    void theMessageNamesTheFieldThatIsWrong(String field, String wrong, String message) {
        String batch =
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":1,\"m\":0,\"at\":[\"const\",0],\"row\":{\"a\":[\"const\",1]}}]}";
        assertThat(batch).contains(field);
        assertThatThrownBy(() -> batchCodec.decode(batch.replace(field, wrong).getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
    }

    @Test
    void fewBytesThatExpandToManyCellsAreRejectedAtOnce() throws IOException {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            row.append(i == 0 ? "" : ",").append('"').append(i).append("\":[\"const\",1]");
        }
        String expanding =
                "{\"columns\":1,\"unit\":\"u\",\"boot\":\"b\",\"first\":1,\"moments\":[{\"n\":1,\"from\":1,\"seconds\":[\"const\",0],\"rest\":[\"const\",0]}],\"groups\":[{\"t\":\"a\",\"n\":20000,"
                        + "\"m\":0,\"at\":[\"const\",0],\"row\":{" + row + "}}]}";
        Assertions.assertTimeout(
                Duration.ofSeconds(5),
                () -> assertThatThrownBy(() -> batchCodec.decode(expanding.getBytes(StandardCharsets.UTF_8)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("too large"));
    }

    @Test
    void aDecompressionBombIsRejected() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream to = new DeflaterOutputStream(bytes)) {
            byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 64; i++) {
                to.write(blanks);
            }
        }
        assertThatThrownBy(() -> batchCodec.decode(bytes.toByteArray()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("too large");
    }

    @Test
    void deepNestingDoesNotOverflowTheStack() {
        for (String deep : List.of("[".repeat(5_000_000), "{\"a\":".repeat(1_000_000))) {
            assertThatThrownBy(() -> batchCodec.decode(deep.getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(IOException.class);
        }
    }
}
