package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.ModuleFunctions;
import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.FaultOwner;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.Module;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.api.State;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Module that is open, with its context; what it throws harms no other module. Any thread. */
final class OpenModule implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenModule.class);

    private final String name;
    private final Module module;
    private final OpenContext context;
    private final FaultOwner owner;
    private volatile ModuleFunctions functions;
    private volatile boolean healthLogged;

    OpenModule(String name, Module module, OpenContext context) {
        this.name = name;
        this.module = module;
        this.context = context;
        owner = FaultOwner.of(name, module.getClass());
        functions = new ModuleFunctions(owner, List.of());
    }

    /**
     * Asks the module for its functions, this once.
     *
     * @throws IllegalStateException if they are others than its factory declares
     */
    void requireDeclared(ModuleFactory factory) {
        ModuleFunctions asked = new ModuleFunctions(owner, module.functions());
        List<Signature<?>> opened = asked.functions().stream()
                .<Signature<?>>map(Function::signature)
                .toList();
        if (opened.size() != factory.signatures().size() || !opened.containsAll(factory.signatures())) {
            throw new IllegalStateException("module " + name + " has other functions than its factory declares");
        }
        functions = asked;
    }

    /** Functions of the module; none before {@link #requireDeclared}. */
    ModuleFunctions functions() {
        return functions;
    }

    /** States of the module; none if it fails to list them. */
    List<State> states() {
        try {
            return List.copyOf(module.states());
        } catch (RuntimeException | Error e) {
            LOG.error("module {} failed to list its states{}", name, owner.logSuffix(), e);
            return List.of();
        }
    }

    /** Health of the module; if it fails to tell it, that is its problem. */
    Health health() {
        try {
            Health health = module.health();
            Json.mapper().valueToTree(health.facts()); // the status is one document
            return health;
        } catch (RuntimeException | Error e) {
            if (!healthLogged) {
                healthLogged = true;
                LOG.error("module {} failed to report its health{}", name, owner.logSuffix(), e);
            }
            return new Health(Map.of(), List.of(), List.of("its health is unknown: " + owner.sentence()));
        }
    }

    /** Checks of the module; if it fails to list them, a check that says so. */
    List<Check> checks() {
        try {
            return List.copyOf(module.checks());
        } catch (RuntimeException | Error e) {
            LOG.error("module {} failed to list its checks{}", name, owner.logSuffix(), e);
            return List.of(Check.of(name, () -> List.of(CheckReport.look(name, "not checked", owner.sentence()))));
        }
    }

    /** Ends the registrations first: no listener and no task of the module runs while it is closed. */
    @Override
    public void close() {
        context.close();
        try {
            module.close();
        } catch (RuntimeException | Error e) {
            LOG.error("module {} failed to close{}", name, owner.logSuffix(), e);
        }
    }
}
