/** Command line: the unit's functions and subcommands for people and scripts. */
package io.outrider.agent.operator.cli;
