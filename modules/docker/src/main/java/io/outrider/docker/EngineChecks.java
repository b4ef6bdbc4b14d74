package io.outrider.docker;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.Failure;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.release.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Checks of the container engine, and of the credentials of each registry with the registry. */
record EngineChecks(Engine engine, Supplier<List<Registry>> registries) {
    private static final String ENGINE = "engine";

    List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        checks.add(Check.of(ENGINE, this::engineReport));
        for (Registry each : registries.get()) {
            checks.add(Check.of("registry " + each.name(), () -> List.of(report(each))));
        }
        return checks;
    }

    private List<CheckReport> engineReport() throws Failure, InterruptedException {
        EngineInfo info = engine.info();
        return List.of(CheckReport.ok(ENGINE, info.name() + " " + info.version()));
    }

    private CheckReport report(Registry registry) throws InterruptedException {
        String name = "registry " + registry.name();
        if (registry.credentials() == null) {
            return CheckReport.ok(name, registry.host() + " is read without a user");
        }
        try {
            engine.logIn(registry.credentials());
            return CheckReport.ok(name, registry.host() + " takes the credentials");
        } catch (Failure e) {
            return CheckReport.bad(name, e.getMessage(), "");
        }
    }
}
