/** Everything that waits gets to somebody who answers for it, whatever the receiver says. */
package io.outrider.agent.telemetry.upload;
