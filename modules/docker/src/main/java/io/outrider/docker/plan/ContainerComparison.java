package io.outrider.docker.plan;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.release.ContainerSpec;
import java.util.List;

/** Comparison of a container with what a release wants of it. */
public final class ContainerComparison {
    private ContainerComparison() {}

    /**
     * Names of what differs, such as {@code HostConfig.Privileged}; empty if the container is as it should be.
     *
     * @param image that the release's name stands for
     * @param containers those of the unit, by which the names in network modes are resolved
     */
    public static List<String> differences(
            ContainerSpec spec, EngineContainer container, EngineImage image, List<EngineContainer> containers) {
        throw new UnsupportedOperationException("to be written: " + spec + container + image + containers);
    }
}
