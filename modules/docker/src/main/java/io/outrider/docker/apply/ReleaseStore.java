package io.outrider.docker.apply;

import io.outrider.api.Failure;
import io.outrider.docker.release.Project;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Store of what is known of releases across restarts, in files that only the daemon may read. */
public final class ReleaseStore {
    /** @param folder of the module, created by the first write */
    public ReleaseStore(Path folder) {}

    /** Hash of the release that is applied; empty text if there is none. */
    public String applied(String project) {
        return "";
    }

    /** Repositories of images that releases have pulled. */
    public Set<String> owned() {
        return Set.of();
    }

    /** The reason why the project is not tried by itself: rolled back by hand, or failed too often. */
    public Optional<Failure> suspension(Project project) {
        return Optional.empty();
    }

    /** Lets the project be tried again: its release is wanted by hand. */
    public void resume(String project) throws Failure {}

    /** Names of projects that a release was applied of and that have not been forgotten. */
    public Set<String> projects() {
        return Set.of();
    }

    /** Forgets a project that is no longer desired and whose containers are gone. */
    public void forget(String project) throws Failure {}
}
