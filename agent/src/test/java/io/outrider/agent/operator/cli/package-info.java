/** Tests of the command line. */
package io.outrider.agent.operator.cli;
