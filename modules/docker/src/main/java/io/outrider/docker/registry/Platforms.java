package io.outrider.docker.registry;

import io.outrider.docker.engine.Engine.EngineInfo;
import java.util.ArrayList;
import java.util.List;

/** Platforms whose images an engine runs, best first, in the order of containerd. */
final class Platforms {
    /** Platform of an image, in the words of registries. Members may be null. */
    record Platform(String os, String architecture, String variant) {
        /** In its shortest form, but for {@code linux/arm/v7}. */
        @Override
        public String toString() {
            boolean isPlain = variant == null || variant.isEmpty();
            String name = isPlain ? "" + architecture : architecture + "/" + variant;
            return os + "/"
                    + switch (name) {
                        case "arm" -> "arm/v7";
                        case "arm64/v8", "amd64/v1" -> architecture;
                        default -> name;
                    };
        }
    }

    private final List<String> accepted = new ArrayList<>();

    Platforms(EngineInfo engine) {
        String own = new Platform(engine.os(), engine.architecture(), engine.variant()).toString();
        accepted.add(own);
        if (own.endsWith("/amd64")) {
            accepted.add(engine.os() + "/386");
        }
        boolean isArm = own.matches(".*/arm/v[6-8]");
        for (int i = own.endsWith("/arm64") ? 8 : isArm ? own.charAt(own.length() - 1) - '1' : 0; i >= 5; i--) {
            accepted.add(engine.os() + "/arm/v" + i);
        }
    }

    /** Place in the order, 0 for the best; -1 if the engine cannot run it. */
    int rank(Platform platform) {
        return accepted.indexOf(platform.toString());
    }

    @Override
    public String toString() {
        return accepted.get(0);
    }
}
