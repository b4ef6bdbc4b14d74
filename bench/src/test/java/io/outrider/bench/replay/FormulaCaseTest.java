package io.outrider.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formula cases with each kind of expectation, met and not met. */
class FormulaCaseTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    private ReplayRun play(String line) throws Exception {
        return ReplayRun.run(
                Files.writeString(directory.resolve("cases.jsonl"), line).toString());
    }

    private static String line(String formula, String expected) throws Exception {
        ObjectNode row = JSON.createObjectNode().put("id", "T1").put("formula", formula);
        row.putArray("messages").addObject().put("data_hex", "620101FF");
        row.set("expected", JSON.readTree(expected));
        return row.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "message.data[3]         | {`value`: 255, `type`: `int`}",
                "2**64                   | {`value`: {`$int`: `18446744073709551616`}, `type`: `int`}",
                "message.data[3]/2       | {`value`: 127.5, `type`: `float`}",
                "1e308*10                | {`value`: {`$float`: `inf`}, `type`: `float`}",
                "-1e308*10               | {`value`: {`$float`: `-inf`}, `type`: `float`}",
                "float('nan')            | {`value`: {`$float`: `nan`}, `type`: `float`}",
                "message.data[0]==98     | {`value`: true, `type`: `bool`}",
                "'a'+'b'                 | {`value`: `ab`, `type`: `str`}",
                "None                    | {`value`: null, `type`: `NoneType`}",
                "message.data[0:2]       | {`value`: {`$bytes`: `6201`}, `type`: `bytearray`}",
                "[1, 2.5, 'x', [True]]   | {`value`: [1, 2.5, `x`, [true]], `type`: `list`}",
                "{1: 'a', 'b': None}     | {`value`: {`$dict`: [[1, `a`], [`b`, null]]}, `type`: `dict`}",
                "1j                      | {`value`: {`$repr`: `complex`}, `type`: `complex`}",
                "message.data[99]        | {`error`: `IndexError`}",
                "__import__('os')        | {`reject`: true}"
            })
    void resultOfPythonPasses(String formula, String expected) throws Exception {
        assertThat(play(line(formula, expected.replace('`', '"'))).lines()).containsExactly("1 passed, 0 failed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "message.data[3]         | {`value`: 254, `type`: `int`}",
                "message.data[3]         | {`value`: 255, `type`: `float`}",
                "message.data[3]*1.0     | {`value`: 255, `type`: `int`}",
                "2**64                   | {`value`: {`$int`: `18446744073709551615`}, `type`: `int`}",
                "message.data[3]/2       | {`value`: 127.50001, `type`: `float`}",
                "1e308*10                | {`value`: {`$float`: `nan`}, `type`: `float`}",
                "1                       | {`value`: true, `type`: `bool`}",
                "True                    | {`value`: 1, `type`: `int`}",
                "'ab'                    | {`value`: `ba`, `type`: `str`}",
                "0                       | {`value`: null, `type`: `NoneType`}",
                "message.data[0:2]       | {`value`: {`$bytes`: `6202`}, `type`: `bytearray`}",
                "[1, 2]                  | {`value`: [1, 2, 3], `type`: `list`}",
                "[1, 2]                  | {`value`: [1, 2.0], `type`: `list`}",
                "{1: 'a', 2: 'b'}        | {`value`: {`$dict`: [[2, `b`], [1, `a`]]}, `type`: `dict`}",
                "1                       | {`value`: {`$repr`: `complex`}, `type`: `complex`}",
                "1                       | {`error`: `IndexError`}",
                "1                       | {`reject`: true}",
                "message.data[99]        | {`value`: 1, `type`: `int`}"
            })
    void otherResultIsADifference(String formula, String expected) throws Exception {
        ReplayRun run = play(line(formula, expected.replace('`', '"')));
        assertThat(run.last()).isEqualTo("0 passed, 1 failed");
        assertThat(run.code()).isOne();
        assertThat(run.differences())
                .singleElement()
                .asString()
                .startsWith("line 1: T1 " + formula.strip() + ": expected ")
                .contains(", got ");
    }

    @Test
    void caseOutsideTheLanguageIsCountedApart() throws Exception {
        String expected = "{\"value\": \"5\", \"type\": \"str\"}";
        assertThat(play(line("'%d' % 5", expected).replace("T1", "C1122")).lines())
                .containsExactly("0 passed, 1 refused, 0 failed");
        assertThat(play(line("'5'", expected).replace("T1", "C1122")).last()).isEqualTo("0 passed, 1 failed");
        assertThat(play(line("'%d' % 5", expected)).last()).isEqualTo("0 passed, 1 failed");
    }

    @Test
    void longFormulaIsMadeFromItsRecipeIfTheChecksumMatches() throws Exception {
        assertThat(play(generated("not x3", "not not not True", "{\"value\": false, \"type\": \"bool\"}"))
                        .code())
                .isZero();
        assertThat(play(generated("nested lists x2", "[[1]]", "{\"value\": [[1]], \"type\": \"list\"}"))
                        .code())
                .isZero();
        assertThat(play(generated("not x3", "not not True", "{\"reject\": true}"))
                        .differences())
                .singleElement()
                .asString()
                .contains("cannot be made again");
    }

    private static String generated(String recipe, String text, String expected) throws Exception {
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        ObjectNode row = JSON.createObjectNode()
                .put("id", "T2")
                .put("formula_gen", recipe)
                .put("formula_sha256", HexFormat.of().formatHex(sum));
        row.putArray("messages").addObject().put("data_hex", "62");
        row.set("expected", JSON.readTree(expected));
        return row.toString();
    }

    @Test
    void formulaWithoutMessagesIsEvaluated() throws Exception {
        assertThat(play("{\"formula\": \"len(messages)\", \"expected\": {\"value\": 0, \"type\": \"int\"}}")
                        .code())
                .isZero();
    }
}
