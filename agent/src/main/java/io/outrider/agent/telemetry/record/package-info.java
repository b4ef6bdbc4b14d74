/** Records: what is read, from the moment it is a value with a name until the buffer has it. */
package io.outrider.agent.telemetry.record;
