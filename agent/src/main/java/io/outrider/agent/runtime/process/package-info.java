/** How this process itself is. */
package io.outrider.agent.runtime.process;
