package io.outrider.agent.builtin.doctor;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.api.Excerpt;

/**
 * Report of a check with the part of the daemon that it is about.
 *
 * @param part name of the module or of the section of the status
 */
public record DoctorLine(
        String part,
        String name,
        Verdict verdict,
        String text,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String remedy) {
    private static final int MOST_CHARACTERS = 1_000;

    static DoctorLine of(String part, CheckReport report) {
        return new DoctorLine(
                part,
                Excerpt.ofWord(report.name()),
                report.verdict(),
                Excerpt.of(report.text(), MOST_CHARACTERS),
                Excerpt.of(report.remedy(), MOST_CHARACTERS));
    }
}
