package io.outrider.obd.query;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.api.Reading;
import io.outrider.api.VehicleErrors;
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

/** Implementation of {@code obd.query}. Any thread. */
public final class Querier {
    /** Cached plans; loggers repeat the same arguments for days. */
    private static final int PLANS = 500;

    private record PlanKey(QueryArguments arguments, boolean wide) {}

    private final DiagnosticClient client;
    private final EcuRegistry vehicle;
    private final ReadingValues values;
    private final Map<PlanKey, QueryPlan> plans = new ConcurrentHashMap<>();

    public Querier(DiagnosticClient client, EcuRegistry vehicle, EvaluationLock evaluations) {
        this.client = client;
        this.vehicle = vehicle;
        this.values = new ReadingValues(evaluations);
    }

    public Reading query(QueryArguments arguments, Call call) throws Failure, InterruptedException {
        QueryPlan plan = plan(arguments);
        if (arguments.verify() && !plan.addressed()) {
            vehicle.ensureDiscovered();
        }
        if (plan.listed()) {
            checkListed(plan);
            plan = plan(arguments); // discovery may have changed the width of the ids
        }
        DiagnosticRequest request = addressed(plan);
        Responses answers = client.query(request);
        if (answers.isEmpty() && hasOtherWidth(plan)) {
            plan = plan(arguments);
            request = addressed(plan);
            answers = client.query(request);
        }
        if (answers.positive().isEmpty()) {
            throw MissingAnswers.nonePositive(request, answers);
        }
        MissingAnswers missing = MissingAnswers.of(request, answers);
        requireDecisive(plan, request, missing);
        Object value = values.value(plan, answers.positive(), call);
        List<MissingAnswer> others = isOfOne(plan, request, answers) ? List.of() : missing.list();
        return new Reading(plan.type(), value, unit(plan), others, answers.stamp());
    }

    /** True if the answering ECU was determined beforehand, so that no other answer can be missing. */
    private static boolean isOfOne(QueryPlan plan, DiagnosticRequest request, Responses answers) {
        if (plan.reader() instanceof QueryPlan.Reader.Decoded
                && (!isEachEcusOwn(plan) || !request.responders().isEmpty())) {
            return true;
        }
        return (plan.reader() instanceof QueryPlan.Reader.Decoded || plan.reader() instanceof QueryPlan.Reader.Named)
                && answers.positive().stream().anyMatch(answer -> EcuRegistry.isEngine(answer.source()));
    }

    /** Fails if the value would come from another ECU than the engine or those that list the command. */
    private static void requireDecisive(QueryPlan plan, DiagnosticRequest request, MissingAnswers missing)
            throws Failure {
        if (plan.reader() instanceof QueryPlan.Reader.Raw || !isEachEcusOwn(plan)) {
            return;
        }
        for (Map.Entry<CanId, MissingAnswer> each : missing.byEcu().entrySet()) {
            boolean decides = EcuRegistry.isEngine(each.getKey())
                    || plan.reader() instanceof QueryPlan.Reader.Decoded
                            && request.responders().contains(each.getKey());
            if (decides) {
                throw MissingAnswers.failure(List.of(each.getValue()), "");
            }
        }
    }

    /**
     * True for values that each ECU has of its own: trouble codes, freeze frames, identifications, readiness (PIDs 01
     * and 41), lists of PIDs, and all that the standard does not describe. Other values, such as the speed, are valid
     * from any ECU.
     */
    private static boolean isEachEcusOwn(QueryPlan plan) {
        return plan.standard()
                .map(command -> command.mode() != 0x01
                        || command.pid() == 0x01
                        || command.pid() == 0x41
                        || command.pid() % 0x20 == 0)
                .orElse(true);
    }

    QueryPlan plan(QueryArguments arguments) throws Failure {
        PlanKey key = new PlanKey(arguments, vehicle.protocol().isExtended());
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
                    VehicleErrors.NOT_SUPPORTED, "Command may not be supported - add 'force=True' to run it anyway");
        }
    }

    /** True if no ECU answered because the width of the ids was a guess, and discovery has found another one. */
    private boolean hasOtherWidth(QueryPlan plan) throws Failure, InterruptedException {
        if (plan.addressed() || vehicle.isDiscovered()) {
            return false;
        }
        try {
            vehicle.ensureDiscovered();
        } catch (Failure e) {
            return false; // the caller gets the failure of the query
        }
        return !plan(plan.arguments()).request().equals(plan.request());
    }

    /** A functional standard command is complete when the ECU whose answer is used has answered. */
    private DiagnosticRequest addressed(QueryPlan plan) {
        if (plan.addressed() || plan.standard().isEmpty() || plan.arguments().frames() != null) {
            return plan.request();
        }
        var command = plan.standard().get();
        Set<CanId> responders = vehicle.responders(command.mode(), command.pid());
        if (plan.reader() instanceof QueryPlan.Reader.Decoded) {
            Optional<CanId> one = vehicle.preferred(responders);
            responders = one.map(Set::of).orElse(responders);
        }
        return responders.isEmpty() ? plan.request() : plan.request().untilAnswered(responders);
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

    private static String unitOf(String decoder) {
        List<String> units = StandardCommands.all().stream()
                .filter(command -> command.decoder().equalsIgnoreCase(decoder) && command.unit() != null)
                .map(StandardCommand::unit)
                .distinct()
                .toList();
        return units.size() == 1 ? units.get(0) : null;
    }
}
