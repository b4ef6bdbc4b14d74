package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.telemetry.loggers.LoggerSettings.Question;
import io.outrider.api.Failure;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Caller of loggers' functions, with several vehicle queries in one call. Any thread. */
final class CallBatcher {
    private static final String MANY = "obd.query_many";

    /** Code of a query that failed in a batch; its own code is known when it is asked alone. */
    static final String AMONG_OTHERS = "AMONG_OTHERS";

    /**
     * Result of a query.
     *
     * @param result whole result; null if it is part of a batch or failed
     * @param part part of a batch's result; else null
     * @param failure null on success
     */
    record Answer(Result result, JsonNode part, Failure failure) {
        /** Bytes of JSON above which results are processed one at a time, for the memory of their readings. */
        private static final int LARGE = 16 << 10;

        private static final int MANY_VALUES = 500;

        /** Parsed result, several times larger in memory: call only once. */
        JsonNode tree() {
            return part != null ? part : result.tree();
        }

        boolean isLarge() {
            return result != null && (result.weight() > LARGE || result.values() > MANY_VALUES);
        }

        private static Answer failed(Failure failure) {
            return new Answer(null, null, failure);
        }
    }

    private final Caller caller;
    private volatile boolean batchRefused;

    CallBatcher(Caller caller) {
        this.caller = caller;
    }

    /** Allows batches again, as the permissions may have changed. */
    void reset() {
        batchRefused = false;
    }

    /** Whether several queries are one call; if not, the gate would have to be checked in between. */
    boolean canBatch() {
        return !batchRefused;
    }

    /** @param questions distinct; more than one only if all are plain */
    Map<Question, Answer> ask(List<Question> questions) throws InterruptedException {
        Map<Question, Answer> answers = new LinkedHashMap<>();
        if (questions.size() > 1 && !batchRefused) {
            Return many = call(MANY, List.of(), Map.of("queries", queries(questions)));
            if (!isRefused(many)) {
                JsonNode values = many.value().path("values");
                for (int i = 0; i < questions.size(); i++) {
                    answers.put(questions.get(i), part(many, values.path(i)));
                }
                return answers;
            }
            batchRefused = true; // the settings allow obd.query only
        }
        for (Question each : questions) {
            answers.put(each, alone(each));
        }
        return answers;
    }

    Answer alone(Question question) throws InterruptedException {
        Return end = call(question.function(), question.arg(), question.kwarg());
        return end.failure() == null ? new Answer(end.result(), null, null) : Answer.failed(end.failure());
    }

    private Return call(String function, List<Object> arg, Map<String, Object> kwarg) throws InterruptedException {
        return caller.call(Command.now(caller.newJid(), function, arg, kwarg), Origin.LOGGER, progress -> {});
    }

    private static List<Object> queries(List<Question> questions) {
        List<Object> queries = new ArrayList<>();
        for (Question each : questions) {
            Map<String, Object> query = new LinkedHashMap<>();
            query.put("args", each.arg());
            query.put("kwargs", each.kwarg());
            queries.add(query);
        }
        return queries;
    }

    private static boolean isRefused(Return many) {
        return many.failure() != null
                && List.of("DENIED", "NO_SUCH_FUNCTION").contains(many.failure().code());
    }

    private static Answer part(Return many, JsonNode value) {
        if (many.failure() != null) {
            return Answer.failed(many.failure());
        }
        if (value.isObject() && !value.has("error")) {
            return new Answer(null, value, null);
        }
        String message = value.path("error").asText("the answer to it is missing");
        return Answer.failed(new Failure(Failure.Actor.VEHICLE, AMONG_OTHERS, message));
    }
}
