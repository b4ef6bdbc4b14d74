package io.outrider.agent.builtin.doctor;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.Health;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Check of the records that the buffer has lost since the start. */
final class LossCheck {
    private static final String NAME = "losses";

    private LossCheck() {}

    static Check of(Supplier<Health> buffer) {
        return Check.of(NAME, () -> List.of(judge(buffer.get())));
    }

    static CheckReport judge(Health buffer) {
        Map<String, Long> lost = new TreeMap<>();
        if (buffer.facts().get("lost") instanceof Map<?, ?> totals) {
            totals.forEach((reason, count) -> {
                if (count instanceof Number number && number.longValue() > 0) {
                    lost.put(String.valueOf(reason), number.longValue());
                }
            });
        }
        long count = lost.values().stream().mapToLong(Long::longValue).sum();
        if (count == 0) {
            return CheckReport.ok(NAME, "no record lost since the start of the daemon");
        }
        return CheckReport.look(
                NAME,
                count + (count == 1 ? " record" : " records") + " lost since the start of the daemon, by reason: "
                        + lost,
                "The records agent.loss say which and when; \"What is lost\" in docs/telemetry.md says what to do about each"
                        + " reason.");
    }
}
