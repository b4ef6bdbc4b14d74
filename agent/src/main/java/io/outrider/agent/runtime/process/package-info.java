/** State of this process: boot id, metrics, heap, version. */
package io.outrider.agent.runtime.process;
