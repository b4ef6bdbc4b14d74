/**
 * What the owner of the unit decides: read from TOML files and the command line, checked whole against the records of
 * the sections, and kept in force until better ones are there.
 *
 * <ol>
 *   <li>A later source replaces single keys of an earlier one; a list or a table is one value and is replaced whole.
 *   <li>Settings are immutable. What is in force changes in one place, {@link io.outrider.agent.runtime.settings.SettingsStore}, and
 *       only to settings without a problem.
 *   <li>What is wrong is told with file and line. What is secret is never told.
 * </ol>
 */
package io.outrider.agent.runtime.settings;
