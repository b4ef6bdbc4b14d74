package io.outrider.docker;

import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.Signature;
import io.outrider.docker.errors.DockerErrors;
import java.time.Clock;
import java.util.ArrayList;
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
        String now = clock.instant().toString();
        Map<String, Object> error =
                Map.of("code", failure().code(), "message", failure().getMessage());
        List<Map<String, Object>> all = new ArrayList<>();
        for (Object each : members.get("projects") instanceof List<?> list ? list : List.of()) {
            if (each instanceof Map<?, ?> project && all.size() < 100) {
                Map<String, Object> one = new LinkedHashMap<>();
                for (String key : List.of("name", "version", "version_hash")) {
                    String text = Objects.toString(project.get(key), "");
                    one.put(key, text.substring(0, Math.min(128, text.length())));
                }
                one.put("state", "failed");
                one.put("since", now);
                one.put("error", error);
                all.add(one);
            }
        }
        projects = all;
    }

    @Override
    public Map<String, Object> report() {
        return Map.of("projects", projects);
    }

    @Override
    public void close() {
        // it has nothing
    }
}
