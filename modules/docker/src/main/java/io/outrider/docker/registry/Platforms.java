package io.outrider.docker.registry;

import io.outrider.docker.engine.EngineInfo;
import java.util.ArrayList;
import java.util.List;

/** Platforms whose images an engine runs, best first, in the order of containerd. */
final class Platforms {
    private final List<String> accepted = new ArrayList<>();

    Platforms(EngineInfo engine) {
        String own = name(engine.os(), engine.architecture(), engine.variant());
        accepted.add(own);
        if (own.endsWith("/amd64")) {
            accepted.add(engine.os() + "/386");
        }
        for (int version = own.endsWith("/arm64") ? 8 : own.matches(".*/arm/v[6-8]") ? own.charAt(own.length() - 1) - '1' : 0;
                version >= 5;
                version--) {
            accepted.add(engine.os() + "/arm/v" + version);
        }
    }

    /** Place in the order, 0 for the best; -1 if the engine cannot run it. */
    int rank(String os, String architecture, String variant) {
        return accepted.indexOf(name(os, architecture, variant));
    }

    /** Name in its shortest form, but for {@code arm/v7}. */
    static String name(String os, String architecture, String variant) {
        boolean isPlain = variant == null || variant.isEmpty();
        String name = os + "/" + architecture + (isPlain ? "" : "/" + variant);
        return switch (isPlain ? architecture + "" : architecture + "/" + variant) {
            case "arm" -> os + "/arm/v7";
            case "arm64/v8", "amd64/v1" -> os + "/" + architecture;
            default -> name;
        };
    }

    @Override
    public String toString() {
        return accepted.get(0);
    }
}
