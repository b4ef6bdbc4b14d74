/** Port of the link for the other parts of the unit: publishing, with an outcome for each message. */
package io.outrider.agent.runtime.publisher;
