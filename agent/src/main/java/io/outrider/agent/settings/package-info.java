/** What the owner of the unit decides. */
package io.outrider.agent.settings;
