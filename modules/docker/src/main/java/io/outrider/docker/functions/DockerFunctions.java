package io.outrider.docker.functions;

import io.outrider.api.Function;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.release.Registry;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Registration of the functions on containers, images and registries. */
public final class DockerFunctions {
    private static final Signature<ContainerFunctions.PsArguments> PS =
            new Signature<>("docker.ps", "Lists the containers", ContainerFunctions.PsArguments.class);
    private static final Signature<ContainerFunctions.LogsArguments> LOGS = new Signature<>(
            "docker.logs", "Shows the last log lines of a container", ContainerFunctions.LogsArguments.class);
    private static final Signature<ContainerFunctions.NameArguments> INSPECT = new Signature<>(
            "docker.inspect",
            "Shows what the engine knows of a container, image or volume, without secrets",
            ContainerFunctions.NameArguments.class);
    private static final Signature<ContainerFunctions.NameArguments> START =
            new Signature<>("docker.start", "Starts a container", ContainerFunctions.NameArguments.class);
    private static final Signature<ContainerFunctions.StopArguments> STOP =
            new Signature<>("docker.stop", "Stops a container", ContainerFunctions.StopArguments.class);
    private static final Signature<ContainerFunctions.StopArguments> RESTART = new Signature<>(
            "docker.restart", "Stops a container and starts it", ContainerFunctions.StopArguments.class);
    private static final Signature<ContainerFunctions.RemoveArguments> RM = new Signature<>(
            "docker.rm", "Removes a container with its anonymous volumes", ContainerFunctions.RemoveArguments.class);
    private static final Signature<NoArguments> IMAGES =
            new Signature<>("docker.images", "Lists the images", NoArguments.class);
    private static final Signature<ImageFunctions.PullArguments> PULL =
            new Signature<>("docker.pull", "Pulls an image from its registry", ImageFunctions.PullArguments.class);
    private static final Signature<ImageFunctions.PruneArguments> PRUNE = new Signature<>(
            "docker.prune",
            "Removes images that no container uses and no release needs",
            ImageFunctions.PruneArguments.class);
    private static final Signature<ImageFunctions.LoginArguments> LOGIN = new Signature<>(
            "docker.login", "Logs in to the registries of the fleet service", ImageFunctions.LoginArguments.class);

    public static final List<Signature<?>> SIGNATURES =
            List.of(PS, LOGS, INSPECT, START, STOP, RESTART, RM, IMAGES, PULL, PRUNE, LOGIN);

    private final ContainerFunctions containers;
    private final ImageFunctions images;

    /** @param needed true for a reference or id of an image that a release needs, or may go back to */
    public DockerFunctions(Engine engine, Supplier<List<Registry>> registries, Predicate<String> needed) {
        containers = new ContainerFunctions(engine);
        images = new ImageFunctions(engine, registries, needed);
    }

    public List<Function<?>> functions() {
        return List.of(
                PS.with(containers::list),
                LOGS.with(containers::logs),
                INSPECT.with(containers::inspect),
                START.with(containers::start),
                STOP.with(containers::stop),
                RESTART.with(containers::restart),
                RM.with(containers::remove),
                IMAGES.with(images::list),
                PULL.with(images::pull),
                PRUNE.with(images::prune),
                LOGIN.with(images::logIn));
    }
}
