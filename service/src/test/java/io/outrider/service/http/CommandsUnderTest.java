package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.commands.CallbackAddresses;
import io.outrider.service.commands.CallbackReceiver;
import io.outrider.service.commands.CallbackSender;
import io.outrider.service.commands.CallbackWorker;
import io.outrider.service.commands.Commands;
import io.outrider.service.commands.JobReplies;
import io.outrider.service.commands.JobViews;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.database.WriteQueue;
import io.outrider.service.devices.Device;
import io.outrider.service.fixture.RecordedLink;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.program.PeriodicTask;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Service with commands, and a receiver of callbacks that verifies signatures by itself; the link to units is a fake. */
abstract class CommandsUnderTest {
    static final ObjectMapper MAPPER = new ObjectMapper();

    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    ServedAccounts served;
    final RecordedLink link = new RecordedLink();
    final List<AutoCloseable> opened = new ArrayList<>();
    volatile String resolvedTo = "127.0.0.1";

    /** Longest time of an attempt, behind which it has failed and the next one begins. */
    Duration longestAttempt = Duration.ofSeconds(2);

    final CallbackAddresses addresses = new CallbackAddresses(
            List.of("127.0.0.0/8"), host -> new InetAddress[] {InetAddress.getByName(resolvedTo)});
    CallbackReceiver receiver;
    Commands commands;
    JobReplies replies;
    AutoCloseable worker;
    Device device;
    String path;

    @BeforeEach
    void serve() {
        served = new ServedAccounts(kind, folder);
        commands = new Commands(served.database, link, addresses, served.key, served.clock);
        replies = new JobReplies(served.database, new WriteQueue(served.database), served.clock);
        served.serve(new CommandRoutes(
                served.devices,
                commands,
                new JobViews(served.database, served.clock),
                served.authenticator,
                served.document,
                served.answers));
        device = served.devices.create(served.account, "van-12", null, false);
        path = "/dongle/devices/" + device.id() + "/";
        receiver = new CallbackReceiver(folder, served.token);
        worker = worker(served.database);
    }

    /** Worker of callbacks without pauses behind failures. */
    AutoCloseable worker(Database database) {
        return worker(database, Duration.ZERO);
    }

    /** Worker of callbacks that nobody has a turn of. */
    CallbackWorker senders(Database database, Duration pause) {
        return new CallbackWorker(
                database, served.key, new CallbackSender(addresses, longestAttempt), List.of(pause), served.clock);
    }

    /** Worker of callbacks with its turns, as an instance of the service has it. */
    AutoCloseable worker(Database database, Duration pause) {
        CallbackWorker started = senders(database, pause);
        Commands sent = new Commands(database, link, addresses, served.key, served.clock);
        JobReplies ended = new JobReplies(database, new WriteQueue(database), served.clock);
        PeriodicTask turns = new PeriodicTask(
                "callbacks",
                Duration.ofMillis(20),
                sent::publishAgain,
                ended::timeOut,
                started::sendDue,
                started::purge);
        AutoCloseable both = () -> {
            turns.close();
            started.close();
        };
        opened.add(both);
        return both;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        receiver.close();
        served.close();
    }

    String execute(String body) {
        JsonNode answer = served.client().post(path + "execute/", body).is(200).json();
        assertThat(answer.at("/minions/0").textValue()).isEqualTo("van-12");
        return answer.get("jid").textValue();
    }

    String executeWithCallback(String url, int timeout) {
        return execute("{\"command\": \"obd.query\", \"arg\": [\"RPM\"], \"callback_url\": \"" + url
                + "\", \"callback_timeout\": " + timeout + "}");
    }

    void reply(String jid, String value) {
        String message = "{\"fun_args\": [\"RPM\"], \"jid\": \"" + jid + "\", \"return\": " + value
                + ", \"retcode\": 0, \"success\": true, \"cmd\": \"_return\", \"_stamp\": \"2026-11-22T10:00:01.000000\","
                + " \"fun\": \"obd.query\", \"id\": \"van-12\"}";
        receive(message);
    }

    void receive(String message) {
        replies.returns()
                .received("van-12", message.getBytes(StandardCharsets.UTF_8), false)
                .toCompletableFuture()
                .join();
    }

    void event(String message) {
        replies.events()
                .received("van-12", message.getBytes(StandardCharsets.UTF_8), false)
                .toCompletableFuture()
                .join();
    }

    JsonNode callback(String jid) {
        return served.client().get(path + "callback/" + jid + "/").is(200).json();
    }

    JsonNode job(String jid) {
        return served.client().get(path + "job/" + jid + "/").is(200).json();
    }

    boolean hasToken(String jid) {
        return served.database
                .read()
                .withHandle(handle ->
                        handle.createQuery("SELECT COUNT(*) FROM callback WHERE jid = :jid AND token IS NOT NULL")
                                        .bind("jid", jid)
                                        .mapTo(Integer.class)
                                        .one()
                                == 1);
    }
}
