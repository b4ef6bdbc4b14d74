package example.hostile;

import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import java.util.List;

/** Factory of a module of another author that declares these records, and does not open. */
public record DeclaringFactory(Class<? extends Record> settings, Class<? extends Record> arguments)
        implements ModuleFactory {
    @Override
    public String name() {
        return "door";
    }

    @Override
    public List<Signature<?>> signatures() {
        return List.of(new Signature<>("door.state", "Whether it is open", arguments));
    }

    @Override
    public Module open(ModuleContext context) {
        throw new IllegalStateException();
    }
}
