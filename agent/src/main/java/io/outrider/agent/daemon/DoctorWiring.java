package io.outrider.agent.daemon;

import io.outrider.agent.builtin.doctor.Doctor;
import io.outrider.agent.builtin.doctor.DoctorLine;
import io.outrider.agent.builtin.doctor.DoctorModule;
import io.outrider.agent.builtin.doctor.UnitChecks;
import io.outrider.agent.fleet.enrolment.IssuedCertificate;
import io.outrider.agent.runtime.clock.ClockSettings;
import io.outrider.agent.runtime.clock.Synchronisation;
import io.outrider.agent.runtime.modules.ModuleCatalog;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.ConfigCheck;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.Failure;
import io.outrider.api.FaultOwner;
import io.outrider.api.Health;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Wiring of the doctor, in the daemon and without one. */
public final class DoctorWiring {
    private static final String SETTINGS = "settings";

    private DoctorWiring() {}

    /** @param health of all parts of the daemon */
    static ModuleFactory module(
            DaemonBase base,
            Supplier<BoundSettings> settings,
            ModuleRegistry registry,
            Supplier<Map<String, Health>> health) {
        IssuedCertificate certificate = new IssuedCertificate(
                base.environment().data(), base.environment().clock());
        UnitChecks unit = new UnitChecks(
                base.environment().data(),
                base.environment().clock(),
                base.clock(),
                () -> Synchronisation.of(settings.get().section(Sections.CLOCK)),
                () -> certificate.in(settings.get().section(Sections.LINK)),
                health);
        Supplier<Map<String, List<Check>>> checks = () -> {
            Map<String, List<Check>> all = new LinkedHashMap<>(unit.checks());
            registry.checks().forEach((part, more) -> all.merge(part, more, DoctorWiring::both));
            return all;
        };
        return BuiltinModules.DOCTOR.opened(context -> new DoctorModule(new Doctor(context.ticker()), checks, health));
    }

    private static List<Check> both(List<Check> some, List<Check> more) {
        List<Check> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    /**
     * Checks of what can be seen while no daemon runs. Opens no module.
     *
     * @param data folder of the service
     */
    public static List<DoctorLine> alone(
            ModuleCatalog found, SettingsFiles files, Path data, Clock clock, Ticker ticker)
            throws Failure, InterruptedException {
        SettingsSchema schema = BuiltinModules.sections(found);
        Optional<BoundSettings> settings = settings(schema, files);
        Supplier<Synchronisation> synchronisation = () -> Synchronisation.of(
                settings.map(each -> each.section(Sections.CLOCK)).orElseGet(() -> new ClockSettings(null)));
        UnitChecks unit = new UnitChecks(
                data, clock, clock, synchronisation, () -> settings.get().section(Sections.LINK), Map::of);
        Map<String, List<Check>> checks = new LinkedHashMap<>();
        checks.put(
                SETTINGS,
                List.of(Check.of(
                        SETTINGS, () -> check(new ConfigCheck(files, schema, SettingsReferenceCheck.of(found))))));
        checks.putAll(unit.checks());
        if (settings.isEmpty()) {
            checks.remove(Sections.LINK.name());
        }
        found.forEach(each -> checks.merge(each.name(), checks(each), DoctorWiring::both));
        try (Doctor doctor = new Doctor(ticker)) {
            return doctor.run(checks, Check.Topic.CONDITION);
        }
    }

    /** Checks of a module; if it fails to list them, a check that says so. */
    private static List<Check> checks(ModuleFactory module) {
        try {
            return module.standaloneChecks();
        } catch (RuntimeException | Error e) {
            String owner = FaultOwner.of(module.name(), module.getClass()).sentence();
            return List.of(
                    Check.of(module.name(), () -> List.of(CheckReport.look(module.name(), "not checked", owner))));
        }
    }

    private static Optional<BoundSettings> settings(SettingsSchema schema, SettingsFiles files) {
        try {
            return Optional.of(schema.validate(files.load()));
        } catch (Failure e) {
            return Optional.empty(); // the check of the settings says why
        }
    }

    private static List<CheckReport> check(ConfigCheck config) throws Failure {
        List<CheckReport> reports = new ArrayList<>();
        for (String line : config.check(Optional.empty())) {
            if (line.startsWith("but: ")) {
                reports.add(CheckReport.look(SETTINGS, line.substring(5), ""));
            } else if (reports.isEmpty()) {
                reports.add(CheckReport.ok(SETTINGS, line));
            }
        }
        return reports;
    }
}
