package io.outrider.agent.runtime.parts;

import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.Section;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Subsystem of the daemon, made of functions of the classes that do its work. */
public final class Part {
    @FunctionalInterface
    public interface Action {
        void run() throws Failure;
    }

    @FunctionalInterface
    public interface Application<S> {
        void apply(S now) throws Failure;
    }

    @FunctionalInterface
    public interface SectionsApplication {
        /**
         * @param changed names of the sections that have changed, or that an earlier reload could not apply
         * @throws Failure if the part keeps what it had, and retries by itself at the next reload
         */
        void apply(BoundSettings now, Set<String> changed) throws Failure;
    }

    final String name;
    Supplier<Set<String>> sections = Set::of;
    SectionsApplication application = (now, changed) -> {};
    boolean isAppliedAtEachReload;
    StartPosition startPosition = StartPosition.DESIRED;
    Action start = () -> {};
    HealthPosition healthPosition = HealthPosition.LINK;
    Supplier<Map<String, Health>> health = Map::of;
    AutoCloseable resource = () -> {};

    private Part(String name) {
        this.name = name;
    }

    /** Part whose settings, if any, do not change at a reload. */
    public static Part named(String name) {
        return new Part(name);
    }

    /** Part with the name and the settings of a section, applied when they change. */
    public static <S extends Record> Part of(Section<S> section, Application<S> by) {
        return named(section.name())
                .applied(() -> Set.of(section.name()), (now, changed) -> by.apply(now.section(section)));
    }

    public Part applied(Supplier<Set<String>> names, SectionsApplication by) {
        sections = names;
        application = by;
        return this;
    }

    /** Applies the settings at each reload, even unchanged ones. */
    public Part atEachReload() {
        isAppliedAtEachReload = true;
        return this;
    }

    /** @param by runs once, when all parts are constructed */
    public Part started(StartPosition position, Action by) {
        startPosition = position;
        start = by;
        return this;
    }

    /** @param from health under the part's name, for display; must not block */
    public Part health(HealthPosition position, Health.Source from) {
        return healths(position, () -> Map.of(name, from.health()));
    }

    public Part healths(HealthPosition position, Supplier<Map<String, Health>> from) {
        healthPosition = position;
        health = from;
        return this;
    }

    public Part closed(AutoCloseable by) {
        resource = by;
        return this;
    }
}
