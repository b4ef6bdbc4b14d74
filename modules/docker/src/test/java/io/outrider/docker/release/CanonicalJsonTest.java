package io.outrider.docker.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {
    private static String of(Object value, String without, int most) throws Failure {
        DocumentValue source = new DocumentValue(DockerErrors.RELEASE_INVALID, "x", value);
        return new String(CanonicalJson.of(source, without, most), StandardCharsets.UTF_8);
    }

    private static String of(Object value) throws Failure {
        return of(value, "", 1000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'b': 1, 'a': {'d': [1, null], 'c': true}, 'B': ''} | {'B':'','a':{'c':true,'d':[1,null]},'b':1}",
                "{'10': 1, '9': 2, 'é': 3, 'z': 4} | {'10':1,'9':2,'z':4,'é':3}",
                "[1.0, 1.50, 0.1, 1e2, 1E-2, -0.0, 0.30000000000000004] | [1,1.5,0.1,100,0.01,0,0.3]",
                "[9007199254740993, -5, 123456789012345678901234567890] | [9007199254740993,-5,123456789012345678901234567890]",
                "['a/b', '\\n\\t\\b\\f\\r', '\\u001f', '\\\\', 'ö€', '\\ud83d\\ude97'] | ['a/b','\\n\\t\\b\\f\\r','\\u001F','\\\\','ö€','🚗']",
            })
    void valuesHaveOneText(String json, String canonical) throws Failure {
        assertThat(of(Documents.value(json))).isEqualTo(canonical.replace('\'', '"'));
        assertThat(of(Documents.value(canonical))).as("again").isEqualTo(canonical.replace('\'', '"'));
    }

    @Test
    void oneMemberOfTheOutermostObjectIsLeftOut() throws Failure {
        Map<String, Object> value = Documents.map("{'signature': 1, 'a': {'signature': 2}}");
        assertThat(of(value, "signature", 1000)).isEqualTo("{\"a\":{\"signature\":2}}");
        assertThat(value).as("the document is not changed").hasSize(2);
    }

    @Test
    void limitsAreKept() throws Failure {
        assertThat(of("x".repeat(8), "", 10)).hasSize(10);
        assertThatThrownBy(() -> of("x".repeat(9), "", 10))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("10 bytes");
        assertThat(of(Documents.value("[".repeat(16) + "]".repeat(16)))).hasSize(32);
        assertThatThrownBy(() -> of(Documents.value("[".repeat(17) + "]".repeat(17))))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("16 levels");
    }

    @Test
    void whatIsNoJsonIsRefused() {
        for (Object value : new Object[] {Double.NaN, Double.POSITIVE_INFINITY, "\ud83d", Map.of("\ude97", 1)}) {
            assertThatThrownBy(() -> of(value)).isInstanceOf(Failure.class);
        }
    }
}
