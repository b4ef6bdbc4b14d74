package example.hostile;

import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.api.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Factory of a module that fails where a test wants it to. */
public final class HostileFactory implements ModuleFactory {
    /** What fails. */
    public enum Fault {
        NAME,
        SIGNATURES,
        OPEN,
        CALL,
        LISTENER,
        HEALTH,
        FACTS,
        STATES,
        POLICY,
        CLOSE
    }

    private static final Signature<NoArguments> PING =
            new Signature<>("hostile.ping", "Whether it works", NoArguments.class);

    private final Set<Fault> faults = ConcurrentHashMap.newKeySet();

    /** The section [hostile]. */
    public record HostileSettings(Integer version) {}

    public HostileFactory() {
        this(new Fault[0]);
    }

    public HostileFactory(Fault... faults) {
        this.faults.addAll(List.of(faults));
    }

    public void repair() {
        faults.clear();
    }

    private void at(Fault fault) {
        if (faults.contains(fault)) {
            throw new NoClassDefFoundError("example/Missing"); // as by a jar without what it needs
        }
    }

    @Override
    public String name() {
        at(Fault.NAME);
        return "hostile";
    }

    @Override
    public Class<? extends Record> settings() {
        return HostileSettings.class;
    }

    @Override
    public List<Signature<?>> signatures() {
        at(Fault.SIGNATURES);
        return List.of(PING);
    }

    @Override
    public Module open(ModuleContext context) {
        at(Fault.OPEN);
        return new HostileModule(context);
    }

    private final class HostileModule implements Module {
        HostileModule(ModuleContext context) {
            context.inhibitors().polling(() -> {
                at(Fault.POLICY);
                return Optional.empty();
            });
            context.events().listen((tag, data) -> at(Fault.LISTENER));
        }

        @Override
        public List<Function<?>> functions() {
            return List.of(PING.with((NoArguments none) -> {
                at(Fault.CALL);
                return true;
            }));
        }

        @Override
        public List<State> states() {
            at(Fault.STATES);
            return List.of();
        }

        @Override
        public Health health() {
            at(Fault.HEALTH);
            Map<String, Object> facts = faults.contains(Fault.FACTS) ? Map.of("fact", new Object()) : Map.of();
            return new Health(facts, List.of(), List.of());
        }

        @Override
        public void close() {
            at(Fault.CLOSE);
        }
    }
}
