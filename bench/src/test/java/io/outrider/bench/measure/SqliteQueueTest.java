package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteQueueTest {
    @Test
    void addedRecordsAreStored(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("queue.db");
        try (SqliteQueue queue = new SqliteQueue(file)) {
            queue.add(List.of(new byte[] {1}, new byte[] {2, 3}));
            queue.add(List.of(new byte[] {4}));
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select count(*), sum(length(body)) from records")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getInt(1)).isEqualTo(3);
            assertThat(result.getInt(2)).isEqualTo(4);
        }
    }
}
