package io.outrider.docker.functions;

import io.outrider.api.Function;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.functions.ContainerFunctions.LogsArguments;
import io.outrider.docker.functions.ContainerFunctions.PsArguments;
import io.outrider.docker.functions.ContainerFunctions.RemoveArguments;
import io.outrider.docker.functions.ContainerFunctions.StopArguments;
import io.outrider.docker.functions.ContainerFunctions.SubjectArguments;
import io.outrider.docker.functions.ImageFunctions.LoginArguments;
import io.outrider.docker.functions.ImageFunctions.PruneArguments;
import io.outrider.docker.functions.ImageFunctions.PullArguments;
import io.outrider.docker.release.Registry;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Registration of the functions on containers, images and registries. */
public final class DockerFunctions {
    private static final Signature<PsArguments> PS =
            new Signature<>("docker.ps", "Lists the containers", PsArguments.class);
    private static final Signature<LogsArguments> LOGS =
            new Signature<>("docker.logs", "Shows the last log lines of a container", LogsArguments.class);
    private static final Signature<SubjectArguments> INSPECT = new Signature<>(
            "docker.inspect",
            "Shows what the engine knows of a container, image or volume, without secrets",
            SubjectArguments.class);
    private static final Signature<SubjectArguments> START =
            new Signature<>("docker.start", "Starts a container", SubjectArguments.class);
    private static final Signature<StopArguments> STOP =
            new Signature<>("docker.stop", "Stops a container", StopArguments.class);
    private static final Signature<StopArguments> RESTART =
            new Signature<>("docker.restart", "Stops a container and starts it", StopArguments.class);
    private static final Signature<RemoveArguments> RM =
            new Signature<>("docker.rm", "Removes a container; its volumes stay", RemoveArguments.class);
    private static final Signature<NoArguments> IMAGES =
            new Signature<>("docker.images", "Lists the images", NoArguments.class);
    private static final Signature<PullArguments> PULL =
            new Signature<>("docker.pull", "Pulls an image from its registry", PullArguments.class);
    private static final Signature<PruneArguments> PRUNE = new Signature<>(
            "docker.prune", "Removes images that no container uses and no release needs", PruneArguments.class);
    private static final Signature<LoginArguments> LOGIN =
            new Signature<>("docker.login", "Logs in to the registries of the fleet service", LoginArguments.class);

    public static final List<Signature<?>> SIGNATURES =
            List.of(PS, LOGS, INSPECT, START, STOP, RESTART, RM, IMAGES, PULL, PRUNE, LOGIN);

    private final ContainerFunctions containers;
    private final ImageFunctions images;

    /**
     * @param needed true for a reference or id of an image that a release needs, or may go back to
     * @param changing true for a container that a run of a release changes now
     * @param byHand lock within which {@code changing} stays as it is
     */
    public DockerFunctions(
            Engine engine,
            Supplier<List<Registry>> registries,
            Predicate<String> needed,
            Predicate<EngineContainer> changing,
            Lock byHand) {
        containers = new ContainerFunctions(engine, changing, byHand);
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
