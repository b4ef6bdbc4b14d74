package io.outrider.docker.plan;

import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Registry;
import java.nio.file.Path;
import java.util.List;

/** Step of a release; each is safe to repeat. */
public sealed interface ReleaseStep {
    /** @param key null for the commit, which is the marker of the whole release, and for steps of the way back */
    record Description(String text, StepKey key) {}

    Description description();

    default String text() {
        return description().text();
    }

    /** Null as in {@link Description}. */
    default StepKey key() {
        return description().key();
    }

    private static Description ofContainer(String name, String function, String text) {
        return new Description(text, StepKey.container(name, function));
    }

    private static Description ofImage(String reference, String function, String text) {
        return new Description(text, new StepKey("docker_image", "image", reference, function));
    }

    private static Description ofFolder(Path folder, String function, String text) {
        return new Description(text, new StepKey("file", "folder", folder.toString(), function));
    }

    /** Name under which a folder is set aside, as AutoPi's. */
    static Path aside(Path folder) {
        return folder.resolveSibling(folder.getFileName() + ".bak");
    }

    /** Checks the credentials with a registry. */
    record LogIn(Registry registry) implements ReleaseStep {
        @Override
        public Description description() {
            return new Description(
                    "log in to " + registry, new StepKey("docker", "registry", registry.host(), "login"));
        }
    }

    /** @param reference tag or digest, by which the engine has it */
    record RemoveImage(String reference, long bytes) implements ReleaseStep {
        @Override
        public Description description() {
            return ofImage(reference, "absent", "remove image " + reference + ", which nobody needs");
        }
    }

    /**
     * @param registry null without credentials
     * @param optional its failure holds up nothing: the image is that of a fallback container
     */
    record PullImage(ImageName image, Registry registry, boolean optional) implements ReleaseStep {
        @Override
        public Description description() {
            return ofImage(
                    image.reference(), "present", "pull " + image + (optional ? " for a fallback container" : ""));
        }
    }

    /** Gives a container another name, so that a new one can have its own. */
    record RenameContainer(String id, String from, String to) implements ReleaseStep {
        @Override
        public Description description() {
            return ofContainer(from, "renamed", "rename " + from + " to " + to);
        }
    }

    /** Creates a container of the release without starting it. */
    record CreateContainer(ContainerSpec container) implements ReleaseStep {
        @Override
        public Description description() {
            return ofContainer(
                    container.name(), "created", "create " + container.name() + " from " + container.image());
        }
    }

    /** Takes the restart policy from a container and stops it. */
    record StopContainer(String id, String name) implements ReleaseStep {
        @Override
        public Description description() {
            return ofContainer(name, "stopped", "stop " + name + " and keep it for the way back");
        }
    }

    /** Renames a folder of the host to {@link #aside}. */
    record SetFolderAside(Path folder) implements ReleaseStep {
        @Override
        public Description description() {
            return ofFolder(folder, "renamed", "set folder " + folder + " aside as " + ReleaseStep.aside(folder));
        }
    }

    /** Starts the container of this name, which is created or stopped. */
    record StartContainer(String name) implements ReleaseStep {
        @Override
        public Description description() {
            return ofContainer(name, "running", "start " + name);
        }
    }

    /** Watches the containers until the probation time is over. */
    record Prove(List<String> names) implements ReleaseStep {
        @Override
        public Description description() {
            return ofContainer(
                    String.join("+", names), "proven", "watch that these keep running: " + String.join(", ", names));
        }
    }

    /** Notes the release as applied: from here on there is no way back but a release. */
    record Commit(String project, String version, String versionHash) implements ReleaseStep {
        @Override
        public Description description() {
            String text = version.isEmpty()
                    ? "note that no release of " + project + " is applied"
                    : "note " + project + "@" + version + " as applied";
            return new Description(text, null);
        }
    }

    record RemoveContainer(String id, String name) implements ReleaseStep {
        @Override
        public Description description() {
            return ofContainer(name, "absent", "remove container " + name);
        }
    }

    /** Way back: gives a container its restart policy again, and starts it if it ran. */
    record RestoreContainer(String id, String name, RestartPolicy policy, boolean start) implements ReleaseStep {
        @Override
        public Description description() {
            String text = start ? "start " + name + " again" : "leave " + name + " stopped";
            return new Description(text + " with restart policy " + policy.name(), null);
        }
    }

    /** Way back: removes what is in the place of the folder, and renames {@link #aside} to it. */
    record PutFolderBack(Path folder) implements ReleaseStep {
        @Override
        public Description description() {
            return new Description("put folder " + folder + " back", null);
        }
    }

    /** Deletes what {@link SetFolderAside} has set aside. */
    record DeleteFolder(Path aside) implements ReleaseStep {
        @Override
        public Description description() {
            return ofFolder(aside, "absent", "delete folder " + aside);
        }
    }
}
