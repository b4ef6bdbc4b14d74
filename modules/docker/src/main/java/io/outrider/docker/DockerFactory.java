package io.outrider.docker;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.functions.DockerFunctions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Service provider of the module {@code docker}; it loads no class of the engine while containers are off. */
public final class DockerFactory implements ModuleFactory {
    static final List<Signature<?>> SIGNATURES = Stream.of(ReleaseFunctions.SIGNATURES, DockerFunctions.SIGNATURES)
            .<Signature<?>>flatMap(List::stream)
            .toList();

    @Override
    public String name() {
        return "docker";
    }

    @Override
    public Class<? extends Record> settings() {
        return DockerSettings.class;
    }

    @Override
    public Map<String, Class<? extends Record>> sections() {
        return Map.of("docker", DockerSettings.class, "releases", ReleaseSettings.class);
    }

    @Override
    public List<Signature<?>> signatures() {
        return SIGNATURES;
    }

    @Override
    public List<ErrorCode> errors() {
        return DockerErrors.ALL;
    }

    @Override
    public Module open(ModuleContext context) throws Failure {
        DockerSettings settings = context.settings(DockerSettings.class);
        if (settings.enabled()) {
            return new DockerModule(context, settings, context.settings("releases", ReleaseSettings.class));
        }
        ContainersOff off = new ContainersOff(context.clock());
        context.desired(off);
        return off;
    }
}
