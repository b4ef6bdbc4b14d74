package io.outrider.agent.daemon;

import io.outrider.agent.commands.JobErrors;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.CommonErrors;
import io.outrider.api.ErrorCode;
import io.outrider.api.ModuleFactory;
import io.outrider.api.VehicleErrors;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/** Registry of the error codes of the agent and of its modules. Immutable. */
public record ErrorRegistry(List<Group> groups) {
    /** Codes of one part of the program. */
    public record Group(String title, List<ErrorCode> codes) {}

    /** @throws IllegalStateException if two codes have the same name */
    public ErrorRegistry {
        groups = List.copyOf(groups);
        Set<String> names = new HashSet<>();
        for (Group group : groups) {
            for (ErrorCode each : group.codes()) {
                if (!names.add(each.name())) {
                    throw new IllegalStateException("two error codes are called " + each.name());
                }
            }
        }
    }

    /** @param modules those of the class path */
    public static ErrorRegistry of(Iterable<ModuleFactory> modules) {
        List<Group> all = new ArrayList<>(List.of(
                new Group("Any function", codes(CommonErrors.class)),
                new Group("Settings, files and functions of the agent", codes(AgentErrors.class)),
                new Group("Jobs", codes(JobErrors.class)),
                new Group("Local API", codes(LocalApiErrors.class)),
                new Group("Command line", codes(CommandLineErrors.class)),
                new Group("Queries to the vehicle", codes(VehicleErrors.class))));
        StreamSupport.stream(modules.spliterator(), false)
                .filter(each -> !each.errors().isEmpty())
                .sorted(Comparator.comparing(ModuleFactory::name))
                .forEach(each -> all.add(new Group("Module " + each.name(), each.errors())));
        return new ErrorRegistry(all);
    }

    /** Codes of a class, in their order in its source. */
    static List<ErrorCode> codes(Class<?> constants) {
        return Arrays.stream(constants.getDeclaredFields())
                .filter(each -> each.getType() == ErrorCode.class)
                .map(ErrorRegistry::code)
                .toList();
    }

    private static ErrorCode code(Field constant) {
        try {
            return (ErrorCode) constant.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    public List<ErrorCode> codes() {
        return groups.stream().flatMap(each -> each.codes().stream()).toList();
    }
}
