package io.outrider.docker.plan;

/** Descriptions of steps for people. */
public final class ReleaseSteps {
    private ReleaseSteps() {}

    public static String text(ReleaseStep step) {
        if (step instanceof ReleaseStep.LogIn login) {
            return "log in to " + login.registry();
        } else if (step instanceof ReleaseStep.RemoveImage remove) {
            return "remove image " + remove.reference() + ", which nobody needs";
        } else if (step instanceof ReleaseStep.PullImage pull) {
            return "pull " + pull.image() + (pull.optional() ? " for a fallback container" : "");
        } else if (step instanceof ReleaseStep.RenameContainer rename) {
            return "rename " + rename.from() + " to " + rename.to();
        } else if (step instanceof ReleaseStep.CreateContainer create) {
            return "create " + create.container().name() + " from "
                    + create.container().image();
        } else if (step instanceof ReleaseStep.StopContainer stop) {
            return "stop " + stop.name() + " and keep it for the way back";
        } else if (step instanceof ReleaseStep.SetFolderAside aside) {
            return "set folder " + aside.folder() + " aside as " + ReleaseStep.aside(aside.folder());
        } else if (step instanceof ReleaseStep.StartContainer start) {
            return "start " + start.name();
        } else if (step instanceof ReleaseStep.Prove prove) {
            return "watch that these keep running: " + String.join(", ", prove.names());
        } else if (step instanceof ReleaseStep.Commit commit) {
            return commit.version().isEmpty()
                    ? "note that no release of " + commit.project() + " is applied"
                    : "note " + commit.project() + "@" + commit.version() + " as applied";
        } else if (step instanceof ReleaseStep.RemoveContainer remove) {
            return "remove container " + remove.name();
        } else if (step instanceof ReleaseStep.RestoreContainer restore) {
            return (restore.start() ? "start " + restore.name() + " again" : "leave " + restore.name() + " stopped")
                    + " with restart policy " + restore.policy().name();
        } else if (step instanceof ReleaseStep.PutFolderBack back) {
            return "put folder " + back.folder() + " back";
        } else if (step instanceof ReleaseStep.DeleteFolder delete) {
            return "delete folder " + delete.aside();
        }
        throw new IllegalArgumentException(step.toString());
    }
}
