/** Charts of values over time, made of characters; independent of terminal, daemon and clock. */
package io.outrider.agent.operator.plot;
