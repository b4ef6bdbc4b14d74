package io.outrider.service.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.outrider.service.fixture.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions that take what is due, on both databases. */
@ParameterizedClass
@EnumSource
class TakeDueTest {
    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private Database database;

    @BeforeEach
    void open() {
        database = TestDatabase.open(kind, folder);
        database.write().useHandle(handle -> {
            handle.execute("CREATE TABLE task (due BIGINT)");
            handle.execute("INSERT INTO task VALUES (10), (20)");
        });
    }

    @AfterEach
    void close() {
        database.close();
    }

    private List<Long> takeDue(long now) {
        return database.takeDue(
                "SELECT 1 FROM task WHERE due <= ? LIMIT 1",
                List.of(now),
                handle -> Database.list(
                        handle, Long.class, "UPDATE task SET due = 99 WHERE due <= ? RETURNING due", now));
    }

    @Test
    void whatIsDueIsTakenOnce() {
        assertThat(takeDue(15)).containsExactly(99L);
        assertThat(takeDue(15)).isEmpty();
        assertThat(takeDue(20)).hasSize(1);
    }

    @Test
    void aQuestionInVainWaitsForNobodyWhoWrites() {
        Duration limit = Duration.ofSeconds(15); // less than a connection is waited for
        database.write().useTransaction(handle -> {
            handle.execute("UPDATE task SET due = 30");
            assertThat(assertTimeoutPreemptively(limit, () -> takeDue(5))).isEmpty();
        });
    }
}
