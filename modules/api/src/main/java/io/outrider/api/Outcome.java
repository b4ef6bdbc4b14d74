package io.outrider.api;

/**
 * Result of a function whose work was done but partly failed: the value and a return code other than 0. The call still
 * counts as successful.
 *
 * @param value to serialize as JSON, as of any function
 * @param retcode 2: a part failed, such as a state of a state run or a formula that was tried. Of cmd.run the exit code
 *     of the command; success stays true, which distinguishes it from the same code of a failed call
 */
public record Outcome(Object value, int retcode) {}
