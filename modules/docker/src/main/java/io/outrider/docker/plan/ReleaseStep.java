package io.outrider.docker.plan;

import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Registry;
import java.nio.file.Path;
import java.util.List;

/** Step of a release; each is safe to repeat. */
public sealed interface ReleaseStep {
    /** Name under which a folder is set aside, as AutoPi's. */
    static Path aside(Path folder) {
        return folder.resolveSibling(folder.getFileName() + ".bak");
    }

    /** Checks the credentials with a registry. */
    record LogIn(Registry registry) implements ReleaseStep {}

    /** @param reference tag or digest, by which the engine has it */
    record RemoveImage(String reference, long bytes) implements ReleaseStep {}

    /**
     * @param registry null without credentials
     * @param optional its failure holds up nothing: the image is that of a fallback container
     */
    record PullImage(ImageName image, Registry registry, boolean optional) implements ReleaseStep {}

    /** Gives a container another name, so that a new one can have its own. */
    record RenameContainer(String id, String from, String to) implements ReleaseStep {}

    /** Creates a container of the release without starting it. */
    record CreateContainer(ContainerSpec container) implements ReleaseStep {}

    /** Takes the restart policy from a container and stops it. */
    record StopContainer(String id, String name) implements ReleaseStep {}

    /** Renames a folder of the host to {@link #aside}. */
    record SetFolderAside(Path folder) implements ReleaseStep {}

    /** Starts the container of this name, which is created or stopped. */
    record StartContainer(String name) implements ReleaseStep {}

    /** Watches the containers until the probation time is over. */
    record Prove(List<String> names) implements ReleaseStep {}

    /** Notes the release as applied: from here on there is no way back but a release. */
    record Commit(String project, String version, String versionHash) implements ReleaseStep {}

    record RemoveContainer(String id, String name) implements ReleaseStep {}

    /** Way back: gives a container its restart policy again, and starts it if it ran. */
    record RestoreContainer(String id, String name, RestartPolicy policy, boolean start) implements ReleaseStep {}

    /** Way back: removes what is in the place of the folder, and renames {@link #aside} to it. */
    record PutFolderBack(Path folder) implements ReleaseStep {}

    /** Deletes what {@link SetFolderAside} has set aside. */
    record DeleteFolder(Path aside) implements ReleaseStep {}
}
