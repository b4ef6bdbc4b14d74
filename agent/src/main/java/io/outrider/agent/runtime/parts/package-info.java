/** Parts of the daemon: an ordered list, from which reload, health and closing follow. */
package io.outrider.agent.runtime.parts;
