/** Parts of the daemon: reload and closing follow the list, start and health the positions of the parts. */
package io.outrider.agent.runtime.parts;
