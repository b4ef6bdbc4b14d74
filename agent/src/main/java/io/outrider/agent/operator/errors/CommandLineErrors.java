package io.outrider.agent.operator.errors;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;

/** Error codes of the command line. */
public final class CommandLineErrors {
    public static final ErrorCode NOT_RUNNING = new ErrorCode(
            "NOT_RUNNING",
            Actor.OPERATOR,
            "The daemon does not run.",
            "`systemctl start outrider`, or run the command with `--alone`.");

    public static final ErrorCode DAEMON_LOST = new ErrorCode(
            "DAEMON_LOST",
            Actor.OPERATOR,
            "The daemon ended the connection or does not answer.",
            "`systemctl status outrider` shows why; then repeat the command.");

    public static final ErrorCode OUTPUT_FAILED = new ErrorCode(
            "OUTPUT_FAILED",
            Actor.OPERATOR,
            "The output cannot be written.",
            "See to the disk or the program that reads the output.");

    public static final ErrorCode NOT_WRITTEN = new ErrorCode(
            "NOT_WRITTEN",
            Actor.OPERATOR,
            "The file of `setup`, `enrol` or `support-bundle` cannot be written.",
            "Run it as root, or name a folder that can be written; see to the disk.");

    public static final ErrorCode NOT_ENROLLED = new ErrorCode(
            "NOT_ENROLLED",
            Actor.OPERATOR,
            "The fleet service did not enrol the unit.",
            "The message says why: check the address, or make a new code.");

    public static final ErrorCode NO_BIT_RATE = new ErrorCode(
            "NO_BIT_RATE",
            Actor.OPERATOR,
            "The bit rates of the interface cannot be tried.",
            "Run it as root, on an adapter that can only listen; a virtual bus has no bit rate.");

    public static final ErrorCode NO_BATCH = new ErrorCode(
            "NO_BATCH",
            Actor.CALLER,
            "The input of `decode` has a line that is no batch of records.",
            "Pass the messages of telemetry as they were sent.");

    private CommandLineErrors() {}
}
