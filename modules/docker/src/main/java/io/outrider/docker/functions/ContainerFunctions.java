package io.outrider.docker.functions;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.EditDistance;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.SecretMask;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.ReleaseLabels;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Implementation of the functions on containers. Their results have the form of Salt's {@code docker} module. */
final class ContainerFunctions {
    private static final List<String> LABELS =
            List.of(ReleaseLabels.PROJECT, ReleaseLabels.RELEASE, ReleaseLabels.RELEASE_HASH);
    private static final int MAX_DISTANCE = 3;

    record PsArguments(
            @JsonPropertyDescription("those too that do not run")
            boolean all) {}

    record LogsArguments(
            @JsonProperty(required = true) @JsonPropertyDescription("name or id of the container")
            String name,

            @JsonPropertyDescription("last lines, 1 to 10000; 64 KiB at most") @JsonProperty(defaultValue = "100")
            Integer tail) {
        LogsArguments {
            checkText("name", name);
            tail = Range.orElse("tail", tail, 100, 1, 10_000);
        }
    }

    record SubjectArguments(
            @JsonProperty(required = true) @JsonPropertyDescription("name or id")
            String name) {
        SubjectArguments {
            checkText("name", name);
        }
    }

    record StopArguments(
            @JsonProperty(required = true) @JsonPropertyDescription("name or id of the container")
            String name,

            @JsonPropertyDescription("seconds from the stop signal to the kill, 0 to 600")
            @JsonProperty(defaultValue = "the container's own, else 10")
            Integer timeout) {
        StopArguments {
            checkText("name", name);
            Range.check("timeout", timeout, 0, 600);
        }

        Duration grace() {
            return timeout == null ? null : Duration.ofSeconds(timeout);
        }
    }

    record RemoveArguments(
            @JsonProperty(required = true) @JsonPropertyDescription("name or id of the container")
            String name,

            @JsonPropertyDescription("one that runs too: it is killed")
            boolean force) {
        RemoveArguments {
            checkText("name", name);
        }
    }

    static void checkText(String argument, String text) {
        if (text != null && !text.matches("[^\\s\\p{Cntrl}]{1,512}")) {
            throw new InvalidArgumentException(argument, "takes 1 to 512 characters without blanks");
        }
    }

    private final Engine engine;
    private final Predicate<EngineContainer> changing;
    private final Lock byHand;

    ContainerFunctions(Engine engine, Predicate<EngineContainer> changing, Lock byHand) {
        this.engine = engine;
        this.changing = changing;
        this.byHand = byHand;
    }

    /** By id. */
    Object list(PsArguments arguments) throws Failure, InterruptedException {
        Map<String, Object> all = new LinkedHashMap<>();
        engine.containers().stream()
                .filter(each -> arguments.all() || each.state().running())
                .sorted(Comparator.comparing(EngineContainer::name))
                .forEach(each -> all.put(each.id(), row(each)));
        return all;
    }

    private static Map<String, Object> row(EngineContainer container) {
        Map<String, String> labels = new TreeMap<>(container.labels());
        labels.keySet().retainAll(LABELS);
        ContainerState state = container.state();
        String detail = state.health() != null ? state.health() : "" + state.exitCode();
        boolean plain =
                state.running() ? state.health() == null : state.status().equals("created");
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("Names", List.of(container.name()));
        row.put("Image", container.image());
        row.put("ImageID", container.imageId());
        row.put("State", state.status());
        row.put("Status", plain ? state.status() : state.status() + " (" + detail + ")");
        row.put("Restarts", state.restarts());
        row.put("Labels", labels);
        return row;
    }

    Object logs(LogsArguments arguments) throws Failure, InterruptedException {
        EngineContainer container = container(arguments.name());
        SecretMask mask = SecretMask.of(container.config());
        try { // by id: another container may get the name meanwhile, with other secrets
            return engine.logs(container.id(), arguments.tail()).stream()
                    .map(mask::in)
                    .collect(Collectors.joining("\n"));
        } catch (Failure e) {
            throw named(e, container);
        }
    }

    Object inspect(SubjectArguments arguments) throws Failure, InterruptedException {
        return SecretMask.masked(engine.inspect(arguments.name()));
    }

    Object start(SubjectArguments arguments) throws Failure, InterruptedException {
        return change(arguments.name(), container -> {
            if (!container.state().running()) {
                engine.start(container.id());
            }
            return result(container);
        });
    }

    Object stop(StopArguments arguments) throws Failure, InterruptedException {
        return change(arguments.name(), container -> {
            engine.stop(container.id(), arguments.grace());
            return result(container);
        });
    }

    Object restart(StopArguments arguments) throws Failure, InterruptedException {
        return change(arguments.name(), container -> {
            engine.stop(container.id(), arguments.grace());
            engine.start(container.id());
            Map<String, Object> result = result(container);
            result.put("restarted", true);
            return result;
        });
    }

    private Map<String, Object> result(EngineContainer before) throws Failure, InterruptedException {
        Map<String, String> states = new LinkedHashMap<>();
        states.put("old", state(before));
        states.put("new", state(container(before.id())));
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("state", states);
        change.put("result", true);
        return change;
    }

    /** In Salt's words. */
    private static String state(EngineContainer container) {
        String status = container.state().status();
        return status.equals("paused") ? status : container.state().running() ? "running" : "stopped";
    }

    /** Ids of what was removed. */
    Object remove(RemoveArguments arguments) throws Failure, InterruptedException {
        return change(arguments.name(), container -> {
            if (container.state().running() && !arguments.force()) {
                throw Failure.argument(
                        "force", container.name() + " runs: stop it first, or kill and remove it with force=true");
            }
            engine.remove(container.id(), false); // its volumes stay, as with Salt
            return List.of(container.id());
        });
    }

    @FunctionalInterface
    private interface Change {
        Object make(EngineContainer container) throws Failure, InterruptedException;
    }

    /** Failures have the name of the container in place of its id. */
    private Object change(String name, Change change) throws Failure, InterruptedException {
        byHand.lockInterruptibly();
        try {
            EngineContainer container = container(name);
            if (changing.test(container)) {
                throw new Failure(
                        DockerErrors.RELEASE_BUSY,
                        "a release changes " + container.name()
                                + " now; wait for its end, which `docker.release` shows");
            }
            try {
                return change.make(container);
            } catch (Failure e) {
                throw named(e, container);
            }
        } finally {
            byHand.unlock();
        }
    }

    private static Failure named(Failure failure, EngineContainer container) {
        return failure.path().isEmpty()
                ? failure.withMessage(failure.getMessage().replace(container.id(), container.name()))
                : failure;
    }

    private EngineContainer container(String name) throws Failure, InterruptedException {
        var found = engine.container(name);
        if (found.isPresent()) {
            return found.get();
        }
        String nearest = engine.containers().stream()
                .map(EngineContainer::name)
                .filter(each -> EditDistance.of(name, each) <= MAX_DISTANCE)
                .min(Comparator.comparingInt(each -> EditDistance.of(name, each)))
                .map(each -> ": did you mean " + each + "?")
                .orElse(": `docker.ps all=true` lists all");
        throw new Failure(DockerErrors.NO_SUCH_CONTAINER, "there is no container " + Excerpt.ofWord(name) + nearest);
    }
}
