/**
 * What time it is, on a machine without a battery for its clock. Nothing is trusted before the system says that it is
 * synchronised, or a position fix tells the time; what was stamped before is corrected from the monotonic clock.
 */
package io.outrider.agent.runtime.clock;
