package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.api.Reading;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.Responses;
import io.outrider.obd.standard.MultiPid;
import io.outrider.obd.standard.StandardCommand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks for up to six PIDs of current data in one request (SAE J1979, 6.1: CAN only), where the vehicle takes that. One
 * that answers such a request with a refusal, in part, unreadably, or three times not at all before it has answered one,
 * is not asked that way again.
 */
final class MultiPidRequests {
    private static final int STRIKES = 3;

    private final FailureMapper questions;
    private final EcuRegistry vehicle;
    private final AtomicInteger strikes = new AtomicInteger();
    private volatile boolean taken; // the vehicle has answered such a request

    MultiPidRequests(DiagnosticClient asker, EcuRegistry vehicle) {
        this.questions = new FailureMapper(asker);
        this.vehicle = vehicle;
    }

    /**
     * What became of queries, by their place. Who is in neither is to be asked alone.
     *
     * @param unanswered by a vehicle that has answered such requests before: asked alone, it would not answer either
     */
    record Outcome(Map<Integer, Reading> readings, Map<Integer, Failure> unanswered) {
        Outcome() {
            this(new HashMap<>(), new HashMap<>());
        }
    }

    Outcome query(List<QueryPlan> plans) throws Failure, InterruptedException {
        Outcome outcome = new Outcome();
        if (isRefused()) {
            return outcome;
        }
        Map<CanId, Map<Integer, Integer>> byEcu = new LinkedHashMap<>();
        for (int i = 0; i < plans.size(); i++) {
            int place = i;
            int pid = pid(plans.get(i));
            engineFor(plans.get(i))
                    .ifPresent(ecu -> byEcu.computeIfAbsent(ecu, each -> new LinkedHashMap<>())
                            .putIfAbsent(pid, place));
        }
        for (Map.Entry<CanId, Map<Integer, Integer>> ecu : byEcu.entrySet()) {
            List<Integer> pids = new ArrayList<>(ecu.getValue().keySet());
            for (int from = 0; pids.size() - from >= 2 && !isRefused(); from += MultiPid.MOST) {
                List<Integer> some = pids.subList(from, Math.min(pids.size(), from + MultiPid.MOST));
                ask(ecu.getKey(), some, ecu.getValue(), plans, outcome);
            }
        }
        return outcome;
    }

    /** The ECU that a plan's answer is taken from, if the plan is a plain standard command for current data. */
    private Optional<CanId> engineFor(QueryPlan plan) throws InterruptedException {
        if (plan.aimed()
                || plan.arguments().protocol() != null
                || !(plan.reader() instanceof QueryPlan.Reader.Decoded decoded)
                || decoded.command().mode() != 0x01
                || !MultiPid.canShare(decoded.command().pid())
                || plan.arguments().bytes() != null
                || plan.arguments().frames() != null) {
            return Optional.empty();
        }
        try {
            vehicle.ensureKnown();
        } catch (Failure e) {
            return Optional.empty(); // asked alone, it says so itself
        }
        return vehicle.preferred(vehicle.answerers(0x01, decoded.command().pid()));
    }

    private static int pid(QueryPlan plan) {
        return plan.standard().map(StandardCommand::pid).orElse(-1);
    }

    private void ask(
            CanId ecu, List<Integer> pids, Map<Integer, Integer> places, List<QueryPlan> plans, Outcome outcome)
            throws Failure, InterruptedException {
        byte[] request = new byte[1 + pids.size()];
        request[0] = 0x01;
        for (int i = 0; i < pids.size(); i++) {
            request[1 + i] = (byte) (int) pids.get(i);
        }
        IsoTpAddress all = IsoTpAddress.functional(ecu.extended());
        DiagnosticRequest question = DiagnosticRequest.of(all, request).untilAnswered(Set.of(ecu));
        Responses answers = questions.ask(question);
        Optional<IsoTpMessage> answer = answers.positive().stream()
                .filter(message -> message.source().equals(ecu))
                .findFirst();
        if (answer.isEmpty()) {
            boolean nobody = answers.isEmpty() && answers.foreign().isEmpty();
            if (nobody && taken) {
                Failure failure = Unanswered.failure(question, answers);
                pids.forEach(pid -> outcome.unanswered().put(places.get(pid), failure));
            } else {
                strikes.addAndGet(nobody ? 1 : STRIKES);
            }
            return;
        }
        try {
            Map<Integer, byte[]> parts = MultiPid.split(answer.get().payload(), pids);
            strikes.set(parts.size() < pids.size() ? STRIKES : 0); // the ECU lists them all as supported
            taken = !isRefused();
            for (Map.Entry<Integer, byte[]> each : parts.entrySet()) {
                int place = places.get(each.getKey());
                QueryPlan plan = plans.get(place);
                StandardCommand command = plan.standard().orElseThrow();
                String unit = plan.arguments().unit() != null ? plan.arguments().unit() : command.unit();
                outcome.readings()
                        .put(place, new Reading(plan.type(), command.decode(each.getValue()), unit, answers.stamp()));
            }
        } catch (Failure e) {
            strikes.set(STRIKES);
        }
    }

    private boolean isRefused() {
        return strikes.get() >= STRIKES;
    }
}
