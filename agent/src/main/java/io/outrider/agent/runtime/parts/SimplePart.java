package io.outrider.agent.runtime.parts;

import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.Section;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.ModuleFactory.NoSettings;
import java.util.Map;
import java.util.Set;

/** Part made of functions of the classes that do its work. */
public final class SimplePart<S extends Record> implements Part {
    /** Action of a part. */
    @FunctionalInterface
    public interface Action {
        void run() throws Failure;
    }

    /** Application of settings. */
    @FunctionalInterface
    public interface Application<S> {
        void apply(S now) throws Failure;
    }

    private final String name;
    private final Section<S> section; // null for none
    private Application<S> application = now -> {};
    private boolean isAppliedAtEachReload;
    private Action start = () -> {};
    private Health.Source health; // null for none
    private AutoCloseable resource = () -> {};

    private SimplePart(String name, Section<S> section) {
        this.name = name;
        this.section = section;
    }

    /** Part with settings, which has the section's name. */
    public static <S extends Record> SimplePart<S> of(Section<S> section) {
        return new SimplePart<>(section.name(), section);
    }

    /** Part without settings. */
    public static SimplePart<NoSettings> named(String name) {
        return new SimplePart<>(name, null);
    }

    /** @param by applies changed settings */
    public SimplePart<S> applied(Application<S> by) {
        application = by;
        return this;
    }

    /** @param by applies the settings of each reload */
    public SimplePart<S> reloaded(Application<S> by) {
        isAppliedAtEachReload = true;
        return applied(by);
    }

    public SimplePart<S> started(Action by) {
        start = by;
        return this;
    }

    public SimplePart<S> health(Health.Source from) {
        health = from;
        return this;
    }

    public SimplePart<S> closed(AutoCloseable by) {
        resource = by;
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> sections() {
        return section == null || section.appliesAtNextStart() ? Set.of() : Set.of(section.name());
    }

    @Override
    public boolean appliesAtEachReload() {
        return isAppliedAtEachReload;
    }

    @Override
    public void apply(BoundSettings now, Set<String> changed) throws Failure {
        application.apply(now.section(section));
    }

    @Override
    public void start() throws Failure {
        start.run();
    }

    @Override
    public Map<String, Health> health() {
        return health == null ? Map.of() : Map.of(name, health.health());
    }

    @Override
    public void close() throws Exception {
        resource.close();
    }
}
