package io.outrider.agent.builtin.update;

import io.outrider.api.CheckReport;
import io.outrider.api.Failure;
import java.util.Map;

/** Check of updates for the doctor: root's part, an update under way, the last outcome. */
record UpdateCheck(RootPart root, RequestedInstallation installation, UpdateOutcome outcome) {
    static final String NAME = "update";

    /** @param status of {@code agent.update_status} */
    CheckReport report(Map<String, Object> status) throws InterruptedException {
        if (status.get("installed") == null) {
            return CheckReport.ok(NAME, "not possible from afar: not installed by a Debian package");
        }
        if (installation.isTaken() && !root.maybeInstalling()) {
            return CheckReport.bad(
                    NAME,
                    "an installation was interrupted and does not go on",
                    "systemctl start outrider-update.service; journalctl -u outrider-update says why it has ended.");
        }
        try {
            root.requireListening();
        } catch (Failure e) {
            String remedy = RootPart.REMEDY + ", or leave it if this unit is not updated from afar.";
            return installation.isRequested()
                    ? CheckReport.bad(
                            NAME, "the request for an installation is not taken: outrider-update.path is off", remedy)
                    : CheckReport.look(NAME, "nobody would install an update: outrider-update.path is off", remedy);
        }
        Map<String, Object> last = outcome.read();
        Object result = last.getOrDefault("result", "none");
        if (result.equals("failed")) {
            return CheckReport.bad(
                    NAME,
                    String.valueOf(last.get("message")),
                    "Install a package by hand; journalctl -u outrider-update.");
        }
        Object state = status.get("state");
        if (!state.equals("none")) {
            Object reason = status.get("waits_for");
            return CheckReport.ok(NAME, reason == null ? "under way: " + state : "waits for an idle unit: " + reason);
        }
        if (result.equals("went_back")) {
            return CheckReport.look(
                    NAME,
                    String.valueOf(last.get("message")),
                    "journalctl -u outrider -u outrider-update; send a repaired version.");
        }
        return CheckReport.ok(NAME, result.equals("none") ? "none yet" : "the last one: " + result);
    }
}
