package io.outrider.service.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.fixture.TestDatabase;
import io.outrider.testkit.Announces;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failures of the database by their states. */
class DatabaseFailuresTest {
    @TempDir
    Path folder;

    @Test
    @Announces("marked as broken")
    void aConnectionThatPostgresqlEndsIsOneThatHasEnded() {
        try (Database database = TestDatabase.open(DatabaseUrl.Kind.POSTGRESQL, folder);
                Handle ended = database.write().open()) {
            int process =
                    ended.select("SELECT pg_backend_pid()").mapTo(Integer.class).one();
            database.write().useHandle(other -> other.execute("SELECT pg_terminate_backend(?)", process));
            for (int i = 0; i < 2; i++) { // the first may hear why, the next finds the connection closed
                try {
                    ended.execute("SELECT 1");
                } catch (JdbiException e) {
                    assertThat(Database.isOfConnection(e)).as(e.toString()).isTrue();
                    return;
                }
            }
        }
        throw new AssertionError("the connection goes on");
    }

    @ParameterizedTest
    @CsvSource({"08006, true", "57P01, true", "57P03, true", "57014, false", "23505, false", ", false"})
    void statesOfConnections(String state, boolean ofConnection) {
        Exception failure = new IllegalStateException(new SQLException("x", state));
        assertThat(Database.isOfConnection(failure)).isEqualTo(ofConnection);
    }
}
