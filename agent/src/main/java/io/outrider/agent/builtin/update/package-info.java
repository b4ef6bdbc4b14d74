/** Update of the installed package from afar: the daemon's part, which fetches and checks; root installs, docs/updates.md. */
package io.outrider.agent.builtin.update;
