package io.outrider.testkit;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.DesiredPart;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Inhibitors;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Test module that uses each port of its context; events with {@code toy/} are those that it listens to. */
public final class ToyPortsModule implements Module, DesiredPart {
    record Tag(@JsonProperty(required = true) String tag) {}

    record Callee(@JsonProperty(required = true) String function, List<Object> arg) {}

    record InhibitionArguments(
            @JsonProperty(required = true) String reason,
            @JsonProperty(required = true) int seconds) {}

    record Value(@JsonProperty(required = true) String value) {}

    private static final String MEMBER = "wired";

    private static final Signature<Tag> PUBLISH = new Signature<>("wired.publish", "Publishes an event", Tag.class);
    private static final Signature<NoArguments> HEARD =
            new Signature<>("wired.heard", "Events heard since the opening", NoArguments.class);
    private static final Signature<NoArguments> RUNS =
            new Signature<>("wired.runs", "Runs of the periodic task", NoArguments.class);
    private static final Signature<Tag> HOLDS = new Signature<>("wired.holds", "Whether a condition holds", Tag.class);
    private static final Signature<Callee> CALL = new Signature<>("wired.call", "Calls another function", Callee.class);
    private static final Signature<InhibitionArguments> INHIBIT =
            new Signature<>("wired.inhibit", "Inhibits sleep", InhibitionArguments.class);
    private static final Signature<Value> REPORT =
            new Signature<>("wired.report", "Changes the report to the fleet", Value.class);
    private static final Signature<Value> ACCESS =
            new Signature<>("wired.access", "Unit, address of the local API and token of a client", Value.class);

    static final List<Signature<?>> SIGNATURES = List.of(PUBLISH, HEARD, RUNS, HOLDS, CALL, INHIBIT, REPORT, ACCESS);

    private final ModuleContext context;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger runs = new AtomicInteger();
    private final Runnable report;
    private volatile Object applied;

    ToyPortsModule(ModuleContext context) {
        this.context = context;
        context.events().listen((tag, data) -> {
            if (tag.startsWith("toy/")) {
                heard.add(tag);
            }
        });
        context.every(Duration.ofMillis(10), runs::incrementAndGet);
        report = context.desired(this);
        context.inhibitors().polling(() -> Optional.of("the toy is not polled"));
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                PUBLISH.with((Tag given) -> {
                    context.events().publish(given.tag(), Map.of("from", "wired"));
                    return true;
                }),
                HEARD.with((NoArguments given) -> heard),
                RUNS.with((NoArguments given) -> runs.get()),
                HOLDS.with((Tag given) -> context.conditions().hold(List.of(given.tag()))),
                CALL.with((Callee given) -> context.caller()
                        .call(given.function(), given.arg() == null ? List.of() : given.arg(), Map.of())),
                INHIBIT.with((InhibitionArguments given) -> {
                    context.inhibitors()
                            .inhibit(Inhibitors.Activity.SLEEP, given.reason(), Duration.ofSeconds(given.seconds()));
                    return true;
                }),
                REPORT.with((Value given) -> {
                    applied = given.value();
                    report.run();
                    return true;
                }),
                ACCESS.with((Value given) -> Map.of(
                        "unit",
                        context.unit(),
                        "address",
                        String.valueOf(context.localApi().address()),
                        "token",
                        context.localApi().token(given.value()))));
    }

    @Override
    public Set<String> members() {
        return Set.of(MEMBER);
    }

    @Override
    public void validate(Map<String, ?> members) throws Failure {
        if ("bad".equals(members.get(MEMBER))) {
            throw new Failure(ToyErrors.BAD_WIRED, "The desired document is not for wired.");
        }
    }

    /** {@code address} stands for the address that the local API has now. */
    @Override
    public void apply(Map<String, ?> members) {
        Object value = members.get(MEMBER);
        applied = "address".equals(value) ? "api " + context.localApi().address() : value;
    }

    @Override
    public Map<String, Object> report() {
        return applied == null ? Map.of() : Map.of(MEMBER, applied);
    }

    @Override
    public void close() {
        // the context ends what is registered
    }

    public static final class ToyPortsFactory implements ModuleFactory {
        /** Settings of the module; a change opens it again. */
        public record Wired(Integer version) {}

        @Override
        public String name() {
            return "wired";
        }

        @Override
        public Class<? extends Record> settings() {
            return Wired.class;
        }

        @Override
        public List<Signature<?>> signatures() {
            return ToyPortsModule.SIGNATURES;
        }

        @Override
        public List<ErrorCode> errors() {
            return List.of(ToyErrors.BAD_WIRED);
        }

        @Override
        public Module open(ModuleContext context) {
            return new ToyPortsModule(context);
        }
    }
}
