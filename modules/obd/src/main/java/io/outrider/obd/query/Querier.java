package io.outrider.obd.query;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.api.Reading;
import io.outrider.can.CanId;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.Responses;
import io.outrider.obd.formula.EvaluationLock;
import io.outrider.obd.standard.StandardCommand;
import io.outrider.obd.standard.StandardCommands;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Answers {@code obd.query}. Any thread. */
public final class Querier {
    /** Plans are kept for arguments that come again; loggers ask the same for days. */
    private static final int PLANS = 500;

    private record Key(QueryArguments arguments, boolean wide) {}

    private final FailureMapper questions;
    private final EcuRegistry vehicle;
    private final ReadingValues values;
    private final Map<Key, QueryPlan> plans = new ConcurrentHashMap<>();

    /** @param evaluations shared with whoever else evaluates formulas */
    public Querier(DiagnosticClient asker, EcuRegistry vehicle, EvaluationLock evaluations) {
        this.questions = new FailureMapper(asker);
        this.vehicle = vehicle;
        this.values = new ReadingValues(evaluations);
    }

    /**
     * Asks the vehicle and reads its answer.
     *
     * @throws Failure if the arguments make no sense, the bus cannot be used, nobody answers, or all who do refuse
     */
    public Reading query(QueryArguments arguments, Call call) throws Failure, InterruptedException {
        QueryPlan plan = plan(arguments);
        if (arguments.verify() && !plan.aimed()) {
            vehicle.ensureKnown();
        }
        if (plan.listed()) {
            checkListed(plan);
            plan = plan(arguments); // the width of the ids may have been found out just now
        }
        DiagnosticRequest question = aimed(plan);
        Responses answers = questions.ask(question);
        if (answers.isEmpty() && hasOtherWidth(plan)) {
            plan = plan(arguments);
            question = aimed(plan);
            answers = questions.ask(question);
        }
        if (answers.positive().isEmpty()) {
            throw Unanswered.failure(question, answers);
        }
        MissingAnswers missing = MissingAnswers.of(question, answers);
        requireDecisive(plan, question, missing);
        Object value = values.value(plan, answers.positive(), new ValueMemory(call));
        List<MissingAnswer> others = isOfOne(plan, question, answers) ? List.of() : missing.list();
        return new Reading(plan.type(), value, unit(plan), others, answers.stamp());
    }

    /** True if it was certain whose answer the value would be, so that nothing is missing in it. */
    private static boolean isOfOne(QueryPlan plan, DiagnosticRequest question, Responses answers) {
        if (plan.reader() instanceof QueryPlan.Reader.Decoded
                && (!isEachEcusOwn(plan) || !question.answerers().isEmpty())) {
            return true;
        }
        return (plan.reader() instanceof QueryPlan.Reader.Decoded || plan.reader() instanceof QueryPlan.Reader.Named)
                && answers.positive().stream().anyMatch(answer -> EcuRegistry.isEngine(answer.source()));
    }

    /** A value that is the engine's, or that of the ECU which lists the command, is not made of somebody else's answer. */
    private static void requireDecisive(QueryPlan plan, DiagnosticRequest question, MissingAnswers missing)
            throws Failure {
        if (plan.reader() instanceof QueryPlan.Reader.Raw || !isEachEcusOwn(plan)) {
            return;
        }
        for (Map.Entry<CanId, MissingAnswer> each : missing.byEcu().entrySet()) {
            boolean decides = EcuRegistry.isEngine(each.getKey())
                    || plan.reader() instanceof QueryPlan.Reader.Decoded
                            && question.answerers().contains(each.getKey());
            if (decides) {
                throw MissingAnswers.failure(List.of(each.getValue()), "");
            }
        }
    }

    /**
     * Speed and the like are the vehicle's, whoever tells them; trouble codes, freeze frames, identifications, readiness
     * (PIDs 01 and 41) and lists of PIDs are each ECU's own, and so may be what no standard describes.
     */
    private static boolean isEachEcusOwn(QueryPlan plan) {
        return plan.standard()
                .map(command -> command.mode() != 0x01
                        || command.pid() == 0x01
                        || command.pid() == 0x41
                        || command.pid() % 0x20 == 0)
                .orElse(true);
    }

    /** A standard command with nothing but its name. */
    public Reading standard(String name, Call call) throws Failure, InterruptedException {
        return query(QueryArguments.named(name), call);
    }

    QueryPlan plan(QueryArguments arguments) throws Failure {
        Key key = new Key(arguments, vehicle.protocol().isExtended());
        QueryPlan plan = plans.get(key);
        if (plan == null) {
            plan = Planner.plan(arguments, key.wide());
            if (plans.size() >= PLANS) {
                plans.clear();
            }
            plans.put(key, plan);
        }
        return plan;
    }

    private void checkListed(QueryPlan plan) throws Failure, InterruptedException {
        var command = plan.standard().orElseThrow();
        if (!vehicle.supports(command.mode(), command.pid())) {
            throw new Failure(
                    Failure.Actor.VEHICLE,
                    "NOT_SUPPORTED",
                    "Command may not be supported - add 'force=True' to run it anyway");
        }
    }

    /** Whether nobody answered because the width of the ids was a guess, and another one was found now. */
    private boolean hasOtherWidth(QueryPlan plan) throws Failure, InterruptedException {
        if (plan.aimed() || vehicle.isKnown()) {
            return false;
        }
        try {
            vehicle.ensureKnown();
        } catch (Failure e) {
            return false; // that nobody answered is what the caller hears
        }
        return !plan(plan.arguments()).question().equals(plan.question());
    }

    /** To everybody, a standard command is done when the ECU whose answer counts has given it. */
    private DiagnosticRequest aimed(QueryPlan plan) {
        if (plan.aimed() || plan.standard().isEmpty() || plan.arguments().frames() != null) {
            return plan.question();
        }
        var command = plan.standard().get();
        Set<CanId> answerers = vehicle.answerers(command.mode(), command.pid());
        if (plan.reader() instanceof QueryPlan.Reader.Decoded) {
            Optional<CanId> one = vehicle.preferred(answerers);
            answerers = one.map(Set::of).orElse(answerers);
        }
        return answerers.isEmpty() ? plan.question() : plan.question().untilAnswered(answerers);
    }

    private static String unit(QueryPlan plan) {
        if (plan.arguments().unit() != null) {
            return plan.arguments().unit();
        }
        if (plan.reader() instanceof QueryPlan.Reader.Decoded decoded) {
            return decoded.command().unit();
        }
        return plan.reader() instanceof QueryPlan.Reader.Named
                ? unitOf(plan.arguments().decoder())
                : null;
    }

    /** What a decoder gives has the unit of the standard commands that use it, if they agree. */
    private static String unitOf(String decoder) {
        List<String> units = StandardCommands.all().stream()
                .filter(command -> command.decoder().equalsIgnoreCase(decoder) && command.unit() != null)
                .map(StandardCommand::unit)
                .distinct()
                .toList();
        return units.size() == 1 ? units.get(0) : null;
    }
}
