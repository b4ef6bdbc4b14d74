package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.JobErrors;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.telemetry.loggers.LoggerSettings.Question;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Caller of loggers' functions; several plain calls of one function become one of its batch function. Any thread. */
final class CallBatcher {
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
    }

    private final Caller caller;
    private final Function<String, Optional<String>> batches;
    private final Set<String> refused = ConcurrentHashMap.newKeySet(); // batch functions

    /** @param batches batch function by the name of the function for single calls */
    CallBatcher(Caller caller, Function<String, Optional<String>> batches) {
        this.caller = caller;
        this.batches = batches;
    }

    /** Allows batches again, as the permissions may have changed. */
    void reset() {
        refused.clear();
    }

    /**
     * True if the question can share a call with plain others of its function; if not, the gate has to be checked in
     * between.
     */
    boolean canBatch(Question question) {
        return batch(question).isPresent() && question.isPlain();
    }

    boolean hasBatch(String function) {
        return batches.apply(function).isPresent();
    }

    private Optional<String> batch(Question question) {
        return batches.apply(question.function()).filter(each -> !refused.contains(each));
    }

    /** @param questions distinct; more than one only if they can share a call */
    Map<Question, Answer> ask(List<Question> questions) throws InterruptedException {
        Map<Question, Answer> answers = new LinkedHashMap<>();
        String batch = questions.size() == 1 ? null : batch(questions.get(0)).orElse(null);
        if (batch != null) {
            Return many = call(batch, List.of(), Map.of("queries", queries(questions)));
            if (!isRefused(many)) {
                JsonNode values = many.value().path("values");
                for (int i = 0; i < questions.size(); i++) {
                    answers.put(questions.get(i), part(many, values.path(i)));
                }
                return answers;
            }
            refused.add(batch); // the settings allow single calls only
        }
        for (Question each : questions) {
            answers.put(each, alone(each));
        }
        return answers;
    }

    Answer alone(Question question) throws InterruptedException {
        Return end = call(question.function(), question.arg(), question.kwarg());
        return end.failure() == null ? new Answer(end.result(), null, null) : new Answer(null, null, end.failure());
    }

    private Return call(String function, List<Object> arg, Map<String, Object> kwarg) throws InterruptedException {
        return caller.call(Command.now(caller.newJid(), function, arg, kwarg), Origin.LOGGER, progress -> {});
    }

    private static List<?> queries(List<Question> questions) {
        return questions.stream()
                .map(each -> Map.of("args", each.arg(), "kwargs", each.kwarg()))
                .toList();
    }

    private static boolean isRefused(Return many) {
        return many.failure() != null && many.failure().is(JobErrors.DENIED, CommonErrors.NO_SUCH_FUNCTION);
    }

    private static Answer part(Return many, JsonNode value) {
        if (many.failure() != null) {
            return new Answer(null, null, many.failure());
        }
        if (value.isObject() && !value.has("error")) {
            return new Answer(null, value, null);
        }
        String message = value.path("error").asText("the answer to it is missing");
        return new Answer(null, null, new Failure(AgentErrors.AMONG_OTHERS, message));
    }
}
