/** What the kernel tells of this very process. */
package io.outrider.agent.runtime.process;
