package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.obd.formula.EvaluationLock;
import io.outrider.obd.formula.Formula;
import io.outrider.obd.formula.FormulaException;
import io.outrider.obd.standard.StandardCommand;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the value of a reading from positive answers. Any thread. */
public final class ReadingValues {
    private static final Logger LOG = LoggerFactory.getLogger(ReadingValues.class);

    /** So many formulas are remembered as warned about; after that the warnings begin again. */
    private static final int WARNED = 1_000;

    private final EvaluationLock evaluations;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    ReadingValues(EvaluationLock evaluations) {
        this.evaluations = evaluations;
    }

    Object value(QueryPlan plan, List<IsoTpMessage> messages, ValueMemory memory) throws Failure, InterruptedException {
        checkCount(plan, messages);
        if (plan.reader() instanceof QueryPlan.Reader.Calculated calculated) {
            return memory.kept(calculate(plan, calculated.formula(), payloads(plan, engineFirst(messages))));
        }
        if (plan.reader() instanceof QueryPlan.Reader.Decoded decoded) {
            return memory.kept(decode(plan, decoded.command(), messages));
        }
        if (plan.reader() instanceof QueryPlan.Reader.Named named) {
            return memory.kept(named.decoder()
                    .decode(payloads(plan, List.of(preferred(messages))).get(0)));
        }
        payloads(plan, messages); // for the strict check of the length
        return memory.rawText(messages);
    }

    private static Object decode(QueryPlan plan, StandardCommand command, List<IsoTpMessage> messages) throws Failure {
        return command.decode(payloads(plan, List.of(preferred(messages))).get(0));
    }

    /** The engine's answer if it is among them, else the first that came. */
    private static IsoTpMessage preferred(List<IsoTpMessage> messages) {
        for (IsoTpMessage message : messages) {
            if (EcuRegistry.isEngine(message.source())) {
                return message;
            }
        }
        return messages.get(0);
    }

    /** So that {@code message} of a formula is not whoever happened to be quicker. */
    private static List<IsoTpMessage> engineFirst(List<IsoTpMessage> messages) {
        IsoTpMessage engine = preferred(messages);
        List<IsoTpMessage> ordered = new ArrayList<>(messages);
        ordered.remove(engine);
        ordered.add(0, engine);
        return ordered;
    }

    private static void checkCount(QueryPlan plan, List<IsoTpMessage> messages) throws Failure {
        Integer expected = plan.arguments().frames();
        if (expected != null && expected != messages.size()) {
            String what = "expected " + expected + " answers but got " + messages.size();
            if (plan.arguments().strict()) {
                throw unexpected(plan.type() + ": " + what);
            }
            LOG.warn("{}: {}", plan.type(), what);
        }
    }

    private static List<byte[]> payloads(QueryPlan plan, List<IsoTpMessage> messages) throws Failure {
        int expected = plan.arguments().bytes() == null ? 0 : plan.arguments().bytes();
        List<byte[]> payloads = new ArrayList<>(messages.size());
        for (IsoTpMessage message : messages) {
            byte[] payload = message.payload();
            if (expected != 0 && payload.length != expected) {
                String what = "the answer is " + (payload.length > expected ? "longer" : "shorter") + " than expected ("
                        + payload.length + "/" + expected + " bytes)";
                if (plan.arguments().strict()) {
                    throw unexpected(plan.type() + ": " + what);
                }
                LOG.debug("{}: {}", plan.type(), what);
                payload = Arrays.copyOf(payload, expected);
            }
            payloads.add(payload);
        }
        return payloads;
    }

    private static Failure unexpected(String what) {
        return new Failure(
                Failure.Actor.VEHICLE, "UNEXPECTED_ANSWER", what + "; leave strict away to take it all the same");
    }

    private Object calculate(QueryPlan plan, Formula formula, List<byte[]> payloads)
            throws Failure, InterruptedException {
        try {
            Formula.Outcome outcome = evaluations.with(() -> formula.evaluate(payloads));
            if (outcome.pastEnd() && warned.add(formula.text())) {
                LOG.warn(
                        "{}: the answer of {} bytes is too short for {}; what lies behind its end counts as 0",
                        plan.type(),
                        payloads.get(0).length,
                        formula.text());
                if (warned.size() > WARNED) {
                    warned.clear();
                }
            }
            return presentable(outcome.value());
        } catch (FormulaException e) {
            boolean refused = e.kind() == FormulaException.Kind.REFUSED; // whatever the vehicle answers
            throw new Failure(
                    refused ? Failure.Actor.CALLER : Failure.Actor.VEHICLE,
                    "FORMULA_FAILED",
                    "Failed to calculate formula: " + e.getMessage(),
                    e);
        }
    }

    /**
     * What a reading can carry: bytes become the text they spell, as a VIN's do, or else hexadecimal digits.
     *
     * @throws Failure for infinities and what is not a number, which no receiver could store
     */
    public static Object presentable(Object value) throws Failure {
        if (value instanceof byte[] bytes) {
            return isPrintable(bytes)
                    ? new String(bytes, StandardCharsets.US_ASCII)
                    : HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Double number && !Double.isFinite(number)) {
            throw new Failure(
                    Failure.Actor.VEHICLE,
                    "FORMULA_FAILED",
                    "Failed to calculate formula: the result is " + number + ", which is no number to store");
        }
        if (value instanceof List<?> list) {
            List<Object> presentable = new ArrayList<>(list.size());
            for (Object element : list) {
                presentable.add(presentable(element));
            }
            return presentable;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> presentable = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                presentable.put(entry.getKey(), presentable(entry.getValue()));
            }
            return presentable;
        }
        return value;
    }

    private static boolean isPrintable(byte[] bytes) {
        for (byte each : bytes) {
            if (each < 0x20 || each > 0x7E) {
                return false;
            }
        }
        return true;
    }
}
