package io.outrider.agent.builtin.doctor;

import io.outrider.api.CheckReport.Verdict;
import java.util.List;

/**
 * Result of {@code doctor.check} and {@code doctor.awake}.
 *
 * @param verdict the worst of all lines
 */
public record DoctorResult(Verdict verdict, List<DoctorLine> checks) {
    public DoctorResult(List<DoctorLine> checks) {
        this(checks.stream().map(DoctorLine::verdict).max(Verdict::compareTo).orElse(Verdict.OK), List.copyOf(checks));
    }
}
