/** What the kernel tells of this very process. */
package io.outrider.agent.vitals;
