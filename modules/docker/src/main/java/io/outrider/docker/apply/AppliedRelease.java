package io.outrider.docker.apply;

import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import java.util.List;

/**
 * Release as it is kept on the disk for going back by hand.
 *
 * @param containers without their registries, whose passwords are kept nowhere
 * @param takenBack hash of the release that this one was gone back from by hand; null if it was applied by the fleet
 */
public record AppliedRelease(String version, String versionHash, List<ContainerSpec> containers, String takenBack) {
    static AppliedRelease of(Project project, String takenBack) {
        List<ContainerSpec> containers = project.containers().stream()
                .map(spec -> new ContainerSpec(
                        spec.name(),
                        spec.shortName(),
                        spec.image(),
                        spec.required(),
                        null,
                        spec.purge(),
                        spec.config()))
                .toList();
        return new AppliedRelease(project.version(), project.versionHash(), containers, takenBack);
    }

    Project project(String name) {
        return new Project(name, version, versionHash, containers, List.of(), List.of());
    }
}
