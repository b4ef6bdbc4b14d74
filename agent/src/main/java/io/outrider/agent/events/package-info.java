/** What happens to the vehicle and the unit: told to whoever listens, and kept as records. */
package io.outrider.agent.events;
