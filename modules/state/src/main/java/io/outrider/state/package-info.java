/** Runs states in order and reports each: {@code state.sls} and what belongs to it. */
package io.outrider.state;
