/**
 * State runs: {@code state.sls} and the functions around it.
 *
 * <p>Invariants: at most one run at a time, dry runs included, and the lock ends with the thread of its run; an invalid
 * plan is refused before its first step; after a failed step only the steps that require it are skipped.
 */
package io.outrider.state;
