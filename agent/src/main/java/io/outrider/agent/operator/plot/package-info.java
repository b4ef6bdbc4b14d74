/** Pictures of values over time, made of characters. Knows no terminal, no daemon and no clock. */
package io.outrider.agent.operator.plot;
