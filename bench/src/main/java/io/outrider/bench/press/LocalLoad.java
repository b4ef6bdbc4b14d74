package io.outrider.bench.press;

import io.outrider.bench.daemon.LocalApiClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Load that comes from programs on the unit: bodies, records, slow readers, idle connections, settings. */
final class LocalLoad {
    private static final int BODIES = 24;
    private static final int LETTERS = 62_000;
    private static final int CLIENTS = 12;
    private static final int RECORDS = 10_000;
    private static final int READERS = 16;
    private static final int IDLE = 300;
    private static final int LOGGERS = 1_000;
    private static final byte[] PING = LocalApiClient.json(Map.of("command", "test.ping"));

    private final LoadAmounts amounts;

    LocalLoad(LoadAmounts amounts) {
        this.amounts = amounts;
    }

    List<LoadPart> all() {
        return List.of(
                new LoadPart("bodies", LocalLoad::bodies),
                new LoadPart("records", LocalLoad::records),
                new LoadPart("streams", this::streams),
                new LoadPart("idle", this::idle),
                new LoadPart("settings", LocalLoad::settings),
                new LoadPart("readings", this::readings));
    }

    static void bodies(PressedUnit unit) throws Exception {
        byte[] body =
                LocalApiClient.json(Map.of("command", "test.echo", "arg", List.of(Collections.nCopies(LETTERS, "a"))));
        ResultLoad.requireAnswers(
                unit,
                "a body of " + body.length + " bytes",
                ParallelCalls.run(BODIES, () -> unit.api().execute(ResultLoad.CALL_MILLIS, body)));
    }

    private static void records(PressedUnit unit) throws Exception {
        byte[] body = records(RECORDS);
        ResultLoad.requireAnswers(
                unit,
                "POST /records of " + body.length + " bytes",
                ParallelCalls.run(CLIENTS, () -> unit.api().post("/records", body, ResultLoad.CALL_MILLIS)));
    }

    /** Body of {@code POST /records} with this number of records. */
    static byte[] records(int count) {
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(Map.of("@t", "press.row" + i % 50, "value", i * 0.37, "text", "abc " + i));
        }
        return LocalApiClient.json(records);
    }

    /** Maximum number of stream readers, which read a byte now and then while records are added. */
    void streams(PressedUnit unit) throws Exception {
        List<Socket> readers = new ArrayList<>();
        try {
            for (int i = 0; i < READERS; i++) {
                Socket socket = unit.api().connect();
                readers.add(socket);
                socket.getOutputStream()
                        .write("GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            for (long end = end(); System.nanoTime() < end && unit.alive(); ) {
                records(unit);
                for (Socket each : readers) {
                    InputStream in = each.getInputStream();
                    if (in.available() > 0) {
                        in.read();
                    }
                }
            }
        } finally {
            closeAll(readers);
        }
    }

    /** Connections that send nothing, or half a request. */
    void idle(PressedUnit unit) throws Exception {
        List<Socket> idle = new ArrayList<>();
        try {
            for (long end = end(); System.nanoTime() < end && unit.alive(); ) {
                try {
                    Socket socket = unit.api().connect();
                    idle.add(socket);
                    if (idle.size() % 2 == 0) {
                        socket.getOutputStream()
                                .write("POST /records HTTP/1.1\r\nHo".getBytes(StandardCharsets.US_ASCII));
                    }
                } catch (IOException e) {
                    Thread.sleep(10); // refused; next attempt
                }
                if (idle.size() >= IDLE) {
                    idle.remove(0).close();
                    Thread.sleep(10); // about a hundred per second
                }
            }
            if (!unit.alive()) {
                throw new IOException(unit.death());
            }
        } finally {
            closeAll(idle);
        }
    }

    private long end() {
        return System.nanoTime() + amounts.seconds() * 1_000_000_000L;
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket each : sockets) {
            each.close();
        }
    }

    /** A thousand loggers with a large result, as long as streams last. */
    private void readings(PressedUnit unit) throws Exception {
        StringBuilder toml = new StringBuilder();
        for (int i = 0; i < LOGGERS; i++) {
            toml.append(
                    "[[loggers.list]]\nname = \"log%d\"\nfunction = \"log.query\"\nkwarg = { last = 1000 }\nevery = \"10s\"\n"
                            .formatted(i));
        }
        try {
            reload(unit, toml.toString());
            for (long end = end(); System.nanoTime() < end && unit.alive(); ) {
                unit.api().execute(ResultLoad.CALL_MILLIS, PING); // a line of the log
            }
        } finally {
            reload(unit, "");
        }
    }

    private static void settings(PressedUnit unit) throws Exception {
        settings(unit, LOGGERS);
    }

    /** Reloads settings with loggers that run hourly, then without them. */
    static void settings(PressedUnit unit, int loggers) throws Exception {
        StringBuilder toml = new StringBuilder();
        for (int i = 0; i < loggers; i++) {
            toml.append(
                    "[[loggers.list]]\nname = \"press%d\"\nfunction = \"test.echo\"\narg = [\"%s\"]\nevery = \"1h\"\n"
                            .formatted(i, "x".repeat(100)));
        }
        try {
            reload(unit, toml.toString());
        } finally {
            reload(unit, "");
        }
    }

    private static void reload(PressedUnit unit, String more) throws Exception {
        unit.settings(more);
        LocalApiClient.HttpResult answer = unit.api().post("/reload", new byte[0], ResultLoad.CALL_MILLIS);
        ResultLoad.requireAnswers(unit, "POST /reload", List.of(answer));
        if (!answer.isOk()) {
            throw new IOException("POST /reload: " + answer.status() + " " + answer.text());
        }
    }
}
