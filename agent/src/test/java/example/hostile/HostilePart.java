package example.hostile;

import io.outrider.api.DesiredPart;
import java.util.Map;
import java.util.Set;

/** Part of the desired document with a fault in applying it. */
public final class HostilePart implements DesiredPart {
    @Override
    public Set<String> members() {
        return Set.of("hostile");
    }

    @Override
    public void validate(Map<String, ?> members) {
        // anything is valid
    }

    @Override
    public void apply(Map<String, ?> members) {
        throw new NoClassDefFoundError("example/Missing");
    }

    @Override
    public Map<String, Object> report() {
        return Map.of();
    }
}
