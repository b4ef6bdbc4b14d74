/** The link to the fleet: its settings, its replacement at a reload, and where its messages go. */
package io.outrider.agent.fleet;
