package io.outrider.bench.press;

import io.outrider.bench.daemon.LocalApiClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Load from the fleet: commands and desired documents. */
final class FleetLoad {
    private static final int LARGE_CHARACTERS = 20_000;
    private static final int LISTS = 20;
    private static final int LETTERS = 62_000;
    private static final int THREADS = 8;
    private static final int NAMES = 250;
    private static final int WITHOUT_SUBSCRIBER = 3_000;
    private static final int RECONNECTS = 2;
    private static final int LOGGERS = 1_000;
    private static final int TOO_MANY_LOGGERS = 4_000;

    /** Characters per logger with which a document of a thousand loggers reaches the limit of 256 KiB. */
    private static final int FILL = 150;

    private final LoadAmounts amounts;

    FleetLoad(LoadAmounts amounts) {
        this.amounts = amounts;
    }

    List<LoadPart> all() {
        return List.of(
                new LoadPart("backlog", unit -> queued(unit, amounts.backlog(), "test.ping", List.of())),
                new LoadPart(
                        "large-backlog",
                        unit -> queued(unit, amounts.large(), "test.echo", List.of("x".repeat(LARGE_CHARACTERS)))),
                new LoadPart("lists", FleetLoad::lists),
                new LoadPart("names", FleetLoad::names),
                new LoadPart("unheard", FleetLoad::withoutSubscriber),
                new LoadPart("desired", this::desired));
    }

    /** Commands that wait in the broker for the unit. */
    private static void queued(PressedUnit unit, int count, String function, List<?> arguments) throws Exception {
        unit.cutOff(() -> {
            for (int i = 0; i < count; i++) {
                unit.fleet().send(function, arguments);
            }
            unit.await("the broker has all commands", unit.fleet()::isSent);
        });
        unit.awaitAnswers();
    }

    /** Commands with lists near the message size limit. */
    static void lists(PressedUnit unit) throws Exception {
        for (int i = 0; i < LISTS; i++) {
            unit.fleet().send("test.echo", List.of(Collections.nCopies(LETTERS, "a")));
        }
        unit.awaitAnswers();
    }

    /** Function names near the message size limit, while all job threads are busy. */
    static void names(PressedUnit unit) throws Exception {
        for (int i = 0; i < THREADS; i++) {
            unit.fleet().send("cmd.run", List.of("sleep 10"));
        }
        for (int i = 0; i < NAMES; i++) {
            unit.fleet().send("x".repeat(250_000), List.of());
        }
        unit.awaitAnswers();
    }

    /** Answers without a subscriber, over reconnects; they arrive after the subscription. */
    private static void withoutSubscriber(PressedUnit unit) throws Exception {
        unit.withoutSubscriber(() -> {
            for (int i = 0; i < WITHOUT_SUBSCRIBER; i++) {
                unit.fleet().send("test.ping", List.of());
            }
            unit.awaitUnsentReturns(WITHOUT_SUBSCRIBER);
            for (int i = 0; i < RECONNECTS; i++) {
                unit.cutOff(() -> {});
            }
        });
        unit.fleet().send("test.ping", List.of()); // its return is acknowledged, which triggers the others
        unit.fleet().send("x".repeat(201), List.of()); // its rejection triggers the other rejections
        unit.awaitAnswers();
    }

    private void desired(PressedUnit unit) throws Exception {
        for (int i = 0; i < amounts.documents(); i++) {
            apply(unit, "big-" + i, LOGGERS, "x".repeat(FILL));
            unit.fleet().publish("desired", document("refused-" + i, TOO_MANY_LOGGERS, "")); // has no effect
        }
        apply(unit, "none-" + System.nanoTime(), 0, "");
    }

    /** Sends a desired document and waits until it is in force. */
    static void apply(PressedUnit unit, String revision, int loggers, String fill) throws Exception {
        unit.fleet().publish("desired", document(revision, loggers, fill));
        unit.await(
                "revision " + revision + " is in force",
                () -> revision.equals(unit.fleet().reported()));
    }

    private static byte[] document(String revision, int loggers, String fill) {
        List<Map<String, Object>> list = new ArrayList<>();
        for (int i = 0; i < loggers; i++) {
            list.add(Map.of("name", "d" + i, "function", "test.echo", "arg", List.of(revision + fill), "every", "1h"));
        }
        return LocalApiClient.json(Map.of("revision", revision, "loggers", list));
    }
}
