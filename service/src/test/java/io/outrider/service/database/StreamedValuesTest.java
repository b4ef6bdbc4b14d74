package io.outrider.service.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.outrider.service.fixture.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Values that come as they are read, over two connections. */
@ParameterizedClass
@EnumSource
class StreamedValuesTest {
    private static final String NUMBERS =
            "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)"
                    + " SELECT CAST(n AS TEXT) FROM number";

    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    /** Log of the pool, of which the service has errors only: a connection that is given up may be closed before its handle is. */
    private final Logger pool = (Logger) LoggerFactory.getLogger("com.zaxxer.hikari.pool.ProxyConnection");

    private Database database;

    @BeforeEach
    void open() {
        pool.setLevel(Level.ERROR);
        database = Database.open(TestDatabase.url(kind, folder), 2);
    }

    @AfterEach
    void close() {
        database.close();
        pool.setLevel(null);
    }

    private List<String> values(String query) {
        List<String> values = new ArrayList<>();
        database.read()
                .useHandle(handle -> database.forEachValue(
                        handle, query, each -> values.add(new String(each, StandardCharsets.UTF_8))));
        return values;
    }

    @Test
    void valuesComeInTheirOrderAsTheyAre() {
        assertThat(values(NUMBERS)).hasSize(1_000).startsWith("1", "2").endsWith("999", "1000");
        assertThat(values("SELECT 'a\\\t\n\"ü€' || CAST('' AS TEXT)")).containsExactly("a\\\t\n\"ü€");
        assertThat(values(NUMBERS + " WHERE n < 0")).isEmpty();
        assertThat(values("SELECT replace(CAST('" + "x".repeat(1_000) + "' AS TEXT), 'x', '0123456789')"))
                .containsExactly("0123456789".repeat(1_000));
    }

    @Test
    void oneWhoTakesNoMoreLeavesTheConnectionToTheNext() {
        List<String> taken = new ArrayList<>();
        assertThatThrownBy(() -> database.read()
                        .useHandle(handle -> database.forEachValue(handle, NUMBERS, each -> {
                            taken.add(new String(each, StandardCharsets.UTF_8));
                            if (taken.size() == 3) {
                                throw new IllegalArgumentException("enough");
                            }
                        })))
                .hasMessage("enough");
        assertThat(taken).containsExactly("1", "2", "3");
        for (int i = 0; i < 4; i++) {
            assertThat(values("SELECT CAST(7 AS TEXT)")).containsExactly("7");
        }
    }

    @Test
    void failuresOfTheDatabaseAreOnesOfItsStatements() {
        assertThatThrownBy(() -> values("SELECT missing FROM account")).isInstanceOf(JdbiException.class);
        assertThat(values("SELECT CAST(7 AS TEXT)")).containsExactly("7");
    }
}
