package io.outrider.docker.plan;

import io.outrider.docker.plan.ReleaseStep.Commit;
import io.outrider.docker.plan.ReleaseStep.CreateContainer;
import io.outrider.docker.plan.ReleaseStep.DeleteFolder;
import io.outrider.docker.plan.ReleaseStep.LogIn;
import io.outrider.docker.plan.ReleaseStep.Prove;
import io.outrider.docker.plan.ReleaseStep.PullImage;
import io.outrider.docker.plan.ReleaseStep.PutFolderBack;
import io.outrider.docker.plan.ReleaseStep.RemoveContainer;
import io.outrider.docker.plan.ReleaseStep.RemoveImage;
import io.outrider.docker.plan.ReleaseStep.RenameContainer;
import io.outrider.docker.plan.ReleaseStep.RestoreContainer;
import io.outrider.docker.plan.ReleaseStep.SetFolderAside;
import io.outrider.docker.plan.ReleaseStep.StartContainer;
import io.outrider.docker.plan.ReleaseStep.StopContainer;

/** Descriptions of steps for people. */
public final class ReleaseSteps {
    private ReleaseSteps() {}

    public static String text(ReleaseStep step) {
        if (step instanceof LogIn login) {
            return "log in to " + login.registry();
        } else if (step instanceof RemoveImage remove) {
            return "remove image " + remove.reference() + ", which nobody needs";
        } else if (step instanceof PullImage pull) {
            return "pull " + pull.image() + (pull.optional() ? " for a fallback container" : "");
        } else if (step instanceof RenameContainer rename) {
            return "rename " + rename.from() + " to " + rename.to();
        } else if (step instanceof CreateContainer create) {
            return "create " + create.container().name() + " from "
                    + create.container().image();
        } else if (step instanceof StopContainer stop) {
            return "stop " + stop.name() + " and keep it for the way back";
        } else if (step instanceof SetFolderAside aside) {
            return "set folder " + aside.folder() + " aside as " + PurgeNames.aside(aside.folder());
        } else if (step instanceof StartContainer start) {
            return "start " + start.name();
        } else if (step instanceof Prove prove) {
            return "watch that these keep running: " + String.join(", ", prove.names());
        } else if (step instanceof Commit commit) {
            return commit.version().isEmpty()
                    ? "note " + commit.project() + " as removed"
                    : "note " + commit.project() + "@" + commit.version() + " as applied";
        } else if (step instanceof RemoveContainer remove) {
            return "remove container " + remove.name();
        } else if (step instanceof RestoreContainer restore) {
            return (restore.start() ? "start " + restore.name() + " again" : "leave " + restore.name() + " stopped")
                    + " with restart policy " + restore.policy().name();
        } else if (step instanceof PutFolderBack back) {
            return "put folder " + back.folder() + " back";
        } else if (step instanceof DeleteFolder delete) {
            return "delete folder " + delete.aside();
        }
        throw new IllegalArgumentException(step.toString());
    }
}
