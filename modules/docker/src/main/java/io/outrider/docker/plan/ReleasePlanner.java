package io.outrider.docker.plan;

import io.outrider.api.Failure;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import java.util.List;

/** ReleasePlanner of releases: what is on the unit and what is desired to steps. Pure. */
public final class ReleasePlanner {
    private final Releases releases;
    private final List<Project> earlier;

    /**
     * @param earlier releases that can be gone back to by hand; their images stay
     */
    public ReleasePlanner(Releases releases, List<Project> earlier) {
        this.releases = releases;
        this.earlier = earlier;
    }

    /**
     * Plan of one project; one that left the desired document has no containers, and an empty version and hash.
     *
     * @throws Failure NAME_IN_USE or PURGE_FAILED: nothing can be done before somebody acts
     */
    public ReleasePlan plan(Project project, World world) throws Failure {
        throw new UnsupportedOperationException("to be written: " + project.name() + world + releases + earlier);
    }
}
