/**
 * Settings of the unit: read from TOML files and the command line, validated as a whole against the records of the
 * sections, and in force until the next valid ones.
 *
 * <ol>
 *   <li>A later source replaces single keys of an earlier one; a list or a table is one value and is replaced whole.
 *   <li>Settings are immutable. What is in force changes in one place, {@link io.outrider.agent.runtime.settings.SettingsStore}, and
 *       only to settings without a problem.
 *   <li>Problems are reported with file and line. Secrets are never quoted.
 * </ol>
 */
package io.outrider.agent.runtime.settings;
