/** Records from whatever functions and containers come up with. */
package io.outrider.agent.telemetry.record;
