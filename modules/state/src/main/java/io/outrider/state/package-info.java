/**
 * Runs states in order and reports each: {@code state.sls} and what belongs to it.
 *
 * <p>Invariants: at most one run at a time, dry ones included, and the hold on it ends when its thread does; a plan that
 * makes no sense is refused before its first step; after a step that failed, only those that require it are left out.
 */
package io.outrider.state;
