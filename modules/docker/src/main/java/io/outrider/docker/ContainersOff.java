package io.outrider.docker;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.DesiredPart;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.Signature;
import io.outrider.docker.errors.DockerErrors;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Module {@code docker} of a unit without containers: it does nothing, and reports each release as failed. */
final class ContainersOff implements Module, DesiredPart {
    private final Clock clock;
    private volatile List<Map<String, Object>> projects = List.of();

    ContainersOff(Clock clock) {
        this.clock = clock;
    }

    private static Failure failure() {
        return new Failure(
                DockerErrors.CONTAINERS_OFF,
                "containers are switched off on this unit: set enabled = true in [docker], and let the daemon use the"
                        + " engine's socket");
    }

    @Override
    public List<Function<?>> functions() {
        return DockerFactory.SIGNATURES.stream()
                .<Function<?>>map(ContainersOff::refusal)
                .toList();
    }

    @Override
    public List<Check> checks() {
        return List.of(Check.of("engine", () -> List.of(CheckReport.ok("engine", "containers are switched off"))));
    }

    private static <A extends Record> Function<A> refusal(Signature<A> signature) {
        return signature.with(none -> {
            throw failure();
        });
    }

    @Override
    public Set<String> members() {
        return Set.of("registries", "projects", "whitelist");
    }

    @Override
    public void validate(Map<String, ?> members) {
        // nothing of it is used
    }

    @Override
    public void apply(Map<String, ?> members) {
        List<?> given = members.get("projects") instanceof List<?> list ? list : List.of();
        projects = given.stream()
                .filter(Map.class::isInstance)
                .limit(100)
                .map(each -> failed((Map<?, ?>) each, clock.instant()))
                .toList();
    }

    private static Map<String, Object> failed(Map<?, ?> project, Instant now) {
        Map<String, Object> report = new LinkedHashMap<>();
        for (String key : List.of("name", "version", "version_hash")) {
            report.put(key, Excerpt.of(Objects.toString(project.get(key), ""), 128));
        }
        report.put("state", "failed");
        report.put("since", now.toString());
        report.put(
                "error", Map.of("code", failure().code(), "message", failure().getMessage()));
        return report;
    }

    @Override
    public Map<String, Object> report() {
        return Map.of("projects", projects);
    }
}
