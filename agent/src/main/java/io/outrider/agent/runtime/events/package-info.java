/** Events of the vehicle and the unit, and their listeners. */
package io.outrider.agent.runtime.events;
