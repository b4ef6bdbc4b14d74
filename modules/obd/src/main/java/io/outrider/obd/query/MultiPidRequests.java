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
 * Requests for up to six PIDs of current data at once (SAE J1979, 6.1: CAN only). Disabled for a vehicle that answers
 * one with a refusal, in part or unreadably, or that ignores three of them before it has answered one.
 */
final class MultiPidRequests {
    private static final int STRIKES = 3;

    private final DiagnosticClient client;
    private final EcuRegistry vehicle;
    private final AtomicInteger strikes = new AtomicInteger();
    private volatile boolean supported; // the vehicle has answered such a request

    MultiPidRequests(DiagnosticClient client, EcuRegistry vehicle) {
        this.client = client;
        this.vehicle = vehicle;
    }

    /**
     * Results of queries by their index; a query in neither map has to be sent alone.
     *
     * @param unanswered queries of a vehicle that has answered such requests before, and would not answer the single
     *     one either
     */
    record PidReadings(Map<Integer, Reading> readings, Map<Integer, Failure> unanswered) {
        PidReadings() {
            this(new HashMap<>(), new HashMap<>());
        }
    }

    PidReadings query(List<QueryPlan> plans) throws Failure, InterruptedException {
        PidReadings outcome = new PidReadings();
        if (isRefused()) {
            return outcome;
        }
        Map<CanId, Map<Integer, Integer>> byEcu = new LinkedHashMap<>();
        for (int i = 0; i < plans.size(); i++) {
            int index = i;
            int pid = pid(plans.get(i));
            engineFor(plans.get(i))
                    .ifPresent(ecu -> byEcu.computeIfAbsent(ecu, each -> new LinkedHashMap<>())
                            .putIfAbsent(pid, index));
        }
        for (Map.Entry<CanId, Map<Integer, Integer>> ecu : byEcu.entrySet()) {
            List<Integer> pids = new ArrayList<>(ecu.getValue().keySet());
            for (int from = 0; pids.size() - from >= 2 && !isRefused(); from += MultiPid.MOST) {
                List<Integer> some = pids.subList(from, Math.min(pids.size(), from + MultiPid.MOST));
                send(ecu.getKey(), some, ecu.getValue(), plans, outcome);
            }
        }
        return outcome;
    }

    /** ECU whose answer the plan uses, if the plan is a plain standard command for current data. */
    private Optional<CanId> engineFor(QueryPlan plan) throws InterruptedException {
        if (plan.addressed()
                || plan.arguments().protocol() != null
                || !(plan.reader() instanceof QueryPlan.Reader.Decoded decoded)
                || decoded.command().mode() != 0x01
                || !MultiPid.canShare(decoded.command().pid())
                || plan.arguments().bytes() != null
                || plan.arguments().frames() != null) {
            return Optional.empty();
        }
        try {
            vehicle.ensureDiscovered();
        } catch (Failure e) {
            return Optional.empty(); // the single request reports it
        }
        return vehicle.preferred(vehicle.responders(0x01, decoded.command().pid()));
    }

    private static int pid(QueryPlan plan) {
        return plan.standard().map(StandardCommand::pid).orElse(-1);
    }

    private void send(
            CanId ecu, List<Integer> pids, Map<Integer, Integer> indexes, List<QueryPlan> plans, PidReadings outcome)
            throws Failure, InterruptedException {
        byte[] payload = new byte[1 + pids.size()];
        payload[0] = 0x01;
        for (int i = 0; i < pids.size(); i++) {
            payload[1 + i] = (byte) (int) pids.get(i);
        }
        IsoTpAddress all = IsoTpAddress.functional(ecu.extended());
        DiagnosticRequest request = DiagnosticRequest.of(all, payload).untilAnswered(Set.of(ecu));
        Responses answers = client.query(request);
        Optional<IsoTpMessage> answer = answers.positive().stream()
                .filter(message -> message.source().equals(ecu))
                .findFirst();
        if (answer.isEmpty()) {
            boolean silent = answers.isEmpty() && answers.foreign().isEmpty();
            if (silent && supported) {
                Failure failure = MissingAnswers.nonePositive(request, answers);
                pids.forEach(pid -> outcome.unanswered().put(indexes.get(pid), failure));
            } else {
                strikes.addAndGet(silent ? 1 : STRIKES);
            }
            return;
        }
        try {
            Map<Integer, byte[]> parts = MultiPid.split(answer.get().payload(), pids);
            strikes.set(parts.size() < pids.size() ? STRIKES : 0); // the ECU lists all of them as supported
            supported = !isRefused();
            for (Map.Entry<Integer, byte[]> each : parts.entrySet()) {
                int index = indexes.get(each.getKey());
                QueryPlan plan = plans.get(index);
                StandardCommand command = plan.standard().orElseThrow();
                String unit = plan.arguments().unit() != null ? plan.arguments().unit() : command.unit();
                outcome.readings()
                        .put(index, new Reading(plan.type(), command.decode(each.getValue()), unit, answers.stamp()));
            }
        } catch (Failure e) {
            strikes.set(STRIKES);
        }
    }

    private boolean isRefused() {
        return strikes.get() >= STRIKES;
    }
}
