package io.outrider.api;

/**
 * What a function returns when its work was done but not all of it went well: the value, and a return code other than 0.
 * The call still counts as successful.
 *
 * @param value what becomes JSON, as of any function
 * @param retcode 2: something in it failed, a state of a state run or a formula that was tried. Of cmd.run it is the
 *     command's own exit code, whatever it is: success stays true, which tells it from the same code of a call that failed
 */
public record Outcome(Object value, int retcode) {}
