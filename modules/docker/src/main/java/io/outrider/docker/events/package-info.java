/** Events of the engine, forwarded to the unit's. */
package io.outrider.docker.events;
