package io.outrider.docker.registry;

import io.outrider.docker.engine.EngineInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Platforms whose images an engine runs, best first, in the order of containerd. */
final class Platforms {
    private static final Map<String, String> OTHER_NAMES =
            Map.of("x86_64", "amd64", "aarch64", "arm64", "armhf", "arm", "armel", "arm/v6");

    private final String os;
    private final List<String> accepted = new ArrayList<>();

    Platforms(EngineInfo engine) {
        os = engine.os();
        String own = name(engine.architecture(), engine.variant());
        accepted.add(own);
        if (own.equals("amd64")) {
            accepted.add("386");
        }
        if (own.startsWith("arm")) {
            int version = own.matches("arm/v[5-8]") ? own.charAt(5) - '0' - 1 : own.equals("arm64") ? 8 : 0;
            for (; version >= 5; version--) {
                accepted.add("arm/v" + version);
            }
        }
    }

    /** Place in the order, 0 for the best; -1 if the engine cannot run it. */
    int rank(String itsOs, String architecture, String variant) {
        return os.equals(itsOs) ? accepted.indexOf(name(architecture, variant)) : -1;
    }

    static String name(String itsOs, String architecture, String variant) {
        return itsOs + "/" + name(architecture, variant);
    }

    private static String name(String architecture, String variant) {
        String name = OTHER_NAMES.getOrDefault(Objects.toString(architecture, ""), Objects.toString(architecture, ""));
        String version = variant == null || variant.isEmpty() ? name.equals("arm") ? "v7" : "" : variant;
        boolean isDefault =
                name.equals("amd64") && version.equals("v1") || name.equals("arm64") && version.equals("v8");
        return version.isEmpty() || isDefault ? name : name + "/" + version;
    }

    @Override
    public String toString() {
        return os + "/" + accepted.get(0);
    }
}
