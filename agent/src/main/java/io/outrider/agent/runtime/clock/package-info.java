/**
 * Time on a machine without a battery-backed clock. The clock is trusted once the system is synchronised or position
 * fixes agree; earlier stamps are corrected with the monotonic clock.
 */
package io.outrider.agent.runtime.clock;
