/** The command line: every function of the unit, typed by a person or a script. */
package io.outrider.agent.operator.cli;
