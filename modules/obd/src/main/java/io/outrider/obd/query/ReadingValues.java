package io.outrider.obd.query;

import io.outrider.api.Call;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.VehicleErrors;
import io.outrider.can.CanFrame;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.obd.formula.EvaluationLock;
import io.outrider.obd.formula.Formula;
import io.outrider.obd.formula.FormulaException;
import java.math.BigInteger;
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

/** Conversion of positive answers to the value of a reading. Any thread. */
public final class ReadingValues {
    private static final Logger LOG = LoggerFactory.getLogger(ReadingValues.class);

    /** Formulas remembered as warned about; when full, the memory is cleared. */
    private static final int WARNED = 1_000;

    private static final int OBJECT = 48;

    private final EvaluationLock evaluations;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    ReadingValues(EvaluationLock evaluations) {
        this.evaluations = evaluations;
    }

    Object value(QueryPlan plan, List<IsoTpMessage> messages, Call call) throws Failure, InterruptedException {
        checkCount(plan, messages);
        if (plan.reader() instanceof QueryPlan.Reader.Calculated calculated) {
            return reserved(calculate(plan, calculated.formula(), payloads(plan, engineFirst(messages))), call);
        }
        if (plan.reader() instanceof QueryPlan.Reader.Decoded decoded) {
            return reserved(decoded.command().decode(preferredPayload(plan, messages)), call);
        }
        if (plan.reader() instanceof QueryPlan.Reader.Named named) {
            return reserved(named.decoder().decode(preferredPayload(plan, messages)), call);
        }
        payloads(plan, messages); // for the strict check of the length
        return rawText(messages, call);
    }

    private static byte[] preferredPayload(QueryPlan plan, List<IsoTpMessage> messages) throws Failure {
        return payloads(plan, List.of(preferred(messages))).get(0);
    }

    /** The engine's answer if it is among them, else the first one. */
    private static IsoTpMessage preferred(List<IsoTpMessage> messages) {
        for (IsoTpMessage message : messages) {
            if (EcuRegistry.isEngine(message.source())) {
                return message;
            }
        }
        return messages.get(0);
    }

    /** The engine comes first, so that {@code message} of a formula does not depend on the order of arrival. */
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
            LOG.warn("query {}: {}", plan.type(), what);
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
                LOG.debug("query {}: {}", plan.type(), what);
                payload = Arrays.copyOf(payload, expected);
            }
            payloads.add(payload);
        }
        return payloads;
    }

    private static Failure unexpected(String what) {
        return new Failure(VehicleErrors.UNEXPECTED_ANSWER, what + "; leave strict away to take it all the same");
    }

    private Object calculate(QueryPlan plan, Formula formula, List<byte[]> payloads)
            throws Failure, InterruptedException {
        try {
            Formula.FormulaResult outcome = evaluations.with(() -> formula.evaluate(payloads));
            if (outcome.pastEnd() && warned.add(formula.text())) {
                LOG.warn(
                        "query {}: the answer of {} bytes is too short for formula {}; bytes past the end are 0",
                        plan.type(),
                        payloads.get(0).length,
                        formula.text());
                if (warned.size() > WARNED) {
                    warned.clear();
                }
            }
            return jsonValue(outcome.value());
        } catch (FormulaException e) {
            boolean refused = e.kind() == FormulaException.Kind.REFUSED; // regardless of the vehicle's answer
            throw new Failure(
                    refused ? Failure.Actor.CALLER : Failure.Actor.VEHICLE,
                    VehicleErrors.FORMULA_FAILED,
                    "Failed to calculate formula: " + e.getMessage(),
                    e);
        }
    }

    /** JSON value of a reading: bytes become the ASCII text that they spell, or digits; NaN and infinity fail. */
    public static Object jsonValue(Object value) throws Failure {
        if (value instanceof byte[] bytes) {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            return text.matches("[ -~]*") ? text : HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Double number && !Double.isFinite(number)) {
            throw new Failure(
                    VehicleErrors.FORMULA_FAILED,
                    "Failed to calculate formula: the result is " + number + ", which is no number to store");
        }
        if (value instanceof List<?> list) {
            List<Object> jsonValue = new ArrayList<>(list.size());
            for (Object element : list) {
                jsonValue.add(jsonValue(element));
            }
            return jsonValue;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> jsonValue = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                jsonValue.put(entry.getKey(), jsonValue(entry.getValue()));
            }
            return jsonValue;
        }
        return value;
    }

    /** Frames of the messages as text, one per line. */
    private static String rawText(List<IsoTpMessage> messages, Call call) throws Failure {
        long length = 0;
        for (IsoTpMessage message : messages) {
            for (CanFrame frame : message.frames()) {
                length += 9 + 2L * frame.length();
            }
        }
        reserve(call, 2 * length); // two copies exist while it is built
        StringBuilder text = new StringBuilder((int) length);
        for (IsoTpMessage message : messages) {
            for (CanFrame frame : message.frames()) {
                text.append(text.isEmpty() ? "" : "\n").append(frame.hex());
            }
        }
        return text.toString();
    }

    /** Reserves the memory of a value until the result has been written. */
    private static Object reserved(Object value, Call call) throws Failure {
        reserve(call, size(value));
        return value;
    }

    private static void reserve(Call call, long bytes) throws Failure {
        if (!call.reserve(bytes)) {
            throw new Failure(
                    CommonErrors.BUSY,
                    "results take the memory there is for them; try again when other calls have ended, or ask for less"
                            + " in one call");
        }
    }

    private static long size(Object value) {
        long size = OBJECT;
        if (value instanceof CharSequence text) {
            size += text.length();
        } else if (value instanceof BigInteger number) {
            size += number.bitLength() / 8;
        } else if (value instanceof List<?> list) {
            for (Object each : list) {
                size += size(each);
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> each : map.entrySet()) {
                size += size(each.getKey()) + size(each.getValue());
            }
        }
        return size;
    }
}
