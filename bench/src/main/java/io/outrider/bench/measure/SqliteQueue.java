package io.outrider.bench.measure;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Queue in SQLite as in other agents, for comparison: write-ahead log, durable after each batch. One thread. */
final class SqliteQueue implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement insert;

    SqliteQueue(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = full");
            statement.execute("create table records (id integer primary key, body blob not null)");
        }
        connection.setAutoCommit(false);
        insert = connection.prepareStatement("insert into records (body) values (?)");
    }

    /** One transaction. */
    void add(List<byte[]> records) throws SQLException {
        for (byte[] record : records) {
            insert.setBytes(1, record);
            insert.addBatch();
        }
        insert.executeBatch();
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        connection.close();
    }
}
