package io.outrider.docker.plan;

import java.util.List;

/**
 * Plan of one project. The first part may run while the vehicle is in use; the second is the time in which something is
 * stopped, and can be taken back; the third can be repeated at any time.
 *
 * @param prepare log in, remove images, pull images
 * @param change rename, create, stop, set folders aside, start, prove
 * @param finish commit, remove containers, delete folders
 */
public record ReleasePlan(List<ReleaseStep> prepare, List<ReleaseStep> change, List<ReleaseStep> finish) {
    /** True if all is as it should be. */
    public boolean isEmpty() {
        return prepare.isEmpty() && change.isEmpty() && finish.isEmpty();
    }
}
