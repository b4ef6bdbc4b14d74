package io.outrider.agent.runtime.errors;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;

/** Error codes of settings, files and functions of the agent. */
public final class AgentErrors {
    public static final ErrorCode BAD_SETTING = new ErrorCode(
            "BAD_SETTING",
            Actor.OPERATOR,
            "The settings are invalid, or a module does not open with them.",
            "Correct what the message names; `outrider config check` checks the files without a restart.");

    public static final ErrorCode BAD_MODULE = new ErrorCode(
            "BAD_MODULE",
            Actor.OPERATOR,
            "A module cannot be loaded or opened, and its functions are missing.",
            "Repair or remove the jar that the message names, then restart outrider.");

    public static final ErrorCode BAD_SECRET_FILE = new ErrorCode(
            "BAD_SECRET_FILE",
            Actor.OPERATOR,
            "A file with a secret is missing, unreadable, or readable for others.",
            "Correct the file, its owner or its mode; the message has the command.");

    public static final ErrorCode BAD_CERTIFICATE_FILE = new ErrorCode(
            "BAD_CERTIFICATE_FILE",
            Actor.OPERATOR,
            "A file with certificates is missing or has none that can be used.",
            "Write the certificates into the file as PEM.");

    public static final ErrorCode BAD_DESIRED = new ErrorCode(
            "BAD_DESIRED",
            Actor.CALLER,
            "The desired document is invalid and not applied.",
            "Correct the document in the fleet service.");

    public static final ErrorCode REVISION_BACKWARDS = new ErrorCode(
            "REVISION_BACKWARDS",
            Actor.CALLER,
            "The desired document has a lower revision than the one in force, and is not applied.",
            "Publish it with a higher revision.");

    public static final ErrorCode BAD_COMMAND = new ErrorCode(
            "BAD_COMMAND",
            Actor.CALLER,
            "The command line is wrong, or cannot be split into words.",
            "Correct the command; `outrider --help` lists commands and options.");

    public static final ErrorCode AGENT_DISK = new ErrorCode(
            "AGENT_DISK",
            Actor.OPERATOR,
            "The disk or the folder of the daemon cannot be written or read.",
            "Free space, mount the disk, or give the folder to the user of the daemon.");

    public static final ErrorCode RUNS_ALREADY = new ErrorCode(
            "RUNS_ALREADY",
            Actor.OPERATOR,
            "Another daemon uses the same folder.",
            "End it, or set STATE_DIRECTORY to another folder.");

    public static final ErrorCode STOPPING =
            new ErrorCode("STOPPING", Actor.OPERATOR, "The daemon is stopping.", "Repeat the call after its start.");

    public static final ErrorCode CMD_DISABLED = new ErrorCode(
            "CMD_DISABLED",
            Actor.OPERATOR,
            "The unit's owner does not allow shell commands.",
            "`[cmd] enabled = true` allows them.");

    public static final ErrorCode CMD_FAILED = new ErrorCode(
            "CMD_FAILED",
            Actor.AGENT,
            "The output of a shell command cannot be read.",
            "Repeat the command, with its output in a file if this stays.");

    public static final ErrorCode TIMEOUT = new ErrorCode(
            "TIMEOUT",
            Actor.CALLER,
            "A shell command ran longer than its timeout and was killed.",
            "Raise `timeout`, or let the command do less.");

    public static final ErrorCode NO_PROC = new ErrorCode(
            "NO_PROC",
            Actor.OPERATOR,
            "A file of /proc cannot be read.",
            "Allow the daemon to read the file that the message names.");

    public static final ErrorCode NO_VOLTAGE = new ErrorCode(
            "NO_VOLTAGE",
            Actor.VEHICLE,
            "The vehicle answers the query for its voltage without a value.",
            "Take the voltage from another source.");

    public static final ErrorCode NO_UPLOAD =
            new ErrorCode("NO_UPLOAD", Actor.OPERATOR, "The settings send records nowhere.", "Set `[upload] via`.");

    public static final ErrorCode AMONG_OTHERS = new ErrorCode(
            "AMONG_OTHERS",
            Actor.VEHICLE,
            "One of several queries of loggers in one call failed; the logger asks alone next.",
            "Nothing; the failure of the query alone has its own code.");

    public static final ErrorCode UPDATE_NOT_TAKEN = new ErrorCode(
            "UPDATE_NOT_TAKEN",
            Actor.OPERATOR,
            "Root's part of updates does not listen, or has not taken the request in time; nothing was changed.",
            "`systemctl enable --now outrider-update.path`; repeat the call.");

    public static final ErrorCode UPDATE_CANCELLED = new ErrorCode(
            "UPDATE_CANCELLED",
            Actor.CALLER,
            "The update was ended before its installation, by `agent.update_cancel` or a newer `agent.update`.",
            "Nothing, or repeat the call.");

    public static final ErrorCode UPDATE_FETCH = new ErrorCode(
            "UPDATE_FETCH",
            Actor.NETWORK,
            "The package cannot be fetched; what has come of it is kept.",
            "Repeat the call when the server can be reached; correct `url` if the server refuses it.");

    public static final ErrorCode UPDATE_BUDGET = new ErrorCode(
            "UPDATE_BUDGET",
            Actor.OPERATOR,
            "The megabytes of packages for this day (UTC) are used up.",
            "Repeat the call on another day, or raise `[update] budget_mb`.");

    public static final ErrorCode UPDATE_DIGEST = new ErrorCode(
            "UPDATE_DIGEST",
            Actor.CALLER,
            "The package has another digest than `sha256`.",
            "Correct `sha256`, or the file at `url`.");

    public static final ErrorCode UPDATE_SIGNATURE = new ErrorCode(
            "UPDATE_SIGNATURE",
            Actor.CALLER,
            "The package is not signed by a key of the unit, or the unit has no key.",
            "Sign it, or give the unit the key in `/etc/outrider/update-keys.d`.");

    public static final ErrorCode UPDATE_PACKAGE = new ErrorCode(
            "UPDATE_PACKAGE",
            Actor.CALLER,
            "The file is no package of outrider for this unit.",
            "Take the Debian package `outrider` of the unit's architecture.");

    public static final ErrorCode UPDATE_OLDER = new ErrorCode(
            "UPDATE_OLDER",
            Actor.CALLER,
            "The package is not newer than the installed one.",
            "Take a newer one; `downgrade=true` installs it nevertheless, if `/etc/outrider/update.conf` of the unit has `allow_downgrade=yes`.");

    public static final ErrorCode UPDATE_WENT_BACK = new ErrorCode(
            "UPDATE_WENT_BACK",
            Actor.AGENT,
            "The new version did not run, or did not reach the fleet in time; the one before is installed again.",
            "Read the log of that time (`journalctl -u outrider -u outrider-update`); send a repaired version.");

    public static final ErrorCode UPDATE_FAILED = new ErrorCode(
            "UPDATE_FAILED",
            Actor.OPERATOR,
            "Neither the new version nor the one before runs.",
            "Install a package by hand; `journalctl -u outrider-update` has what dpkg said.");

    public static final ErrorCode NOT_PACKAGED = new ErrorCode(
            "NOT_PACKAGED",
            Actor.OPERATOR,
            "This outrider is not installed by its Debian package, which alone can be updated from afar.",
            "Install the package, or update by hand.");

    private AgentErrors() {}
}
