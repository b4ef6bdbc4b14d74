package io.outrider.agent.builtin.doctor;

import io.outrider.api.Check;
import io.outrider.api.Check.Topic;
import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Module {@code doctor} of the daemon. */
public final class DoctorModule implements Module {
    public static final Signature<NoArguments> CHECK = new Signature<>(
            "doctor.check", "Checks the unit: each line ok, look or bad, with what to do", NoArguments.class);
    public static final Signature<NoArguments> AWAKE =
            new Signature<>("doctor.awake", "What keeps the unit awake, and since when", NoArguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(CHECK, AWAKE);

    private final Doctor doctor;
    private final Supplier<Map<String, List<Check>>> checksOfAll;
    private final Supplier<Map<String, Health>> healthOfAll;

    /**
     * @param doctor is closed with the module
     * @param checks of all parts, by part
     * @param health of all parts; problems of a part that no check calls bad become lines
     */
    public DoctorModule(
            Doctor doctor, Supplier<Map<String, List<Check>>> checks, Supplier<Map<String, Health>> health) {
        this.doctor = doctor;
        checksOfAll = checks;
        healthOfAll = health;
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(CHECK.with((NoArguments none) -> check()), AWAKE.with((NoArguments none) -> awake()));
    }

    private DoctorResult check() throws Failure, InterruptedException {
        List<DoctorLine> lines = new ArrayList<>(doctor.run(checksOfAll.get(), Topic.CONDITION));
        lines.addAll(problems(lines, healthOfAll.get()));
        return new DoctorResult(lines);
    }

    private static List<DoctorLine> problems(List<DoctorLine> checked, Map<String, Health> health) {
        List<DoctorLine> lines = new ArrayList<>();
        health.forEach((part, each) -> {
            boolean isKnown =
                    checked.stream().anyMatch(line -> line.part().equals(part) && line.verdict() == Verdict.BAD);
            if (!isKnown) {
                each.problems().forEach(problem -> lines.add(DoctorLine.of(part, CheckReport.look(part, problem, ""))));
            }
        });
        return lines.isEmpty()
                ? List.of(DoctorLine.of("status", CheckReport.ok("status", "no other part reports a problem")))
                : lines;
    }

    private DoctorResult awake() throws Failure, InterruptedException {
        return new DoctorResult(doctor.run(checksOfAll.get(), Topic.AWAKE));
    }

    @Override
    public void close() {
        doctor.close();
    }
}
