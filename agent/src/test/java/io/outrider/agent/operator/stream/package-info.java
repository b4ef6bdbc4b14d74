/** Tests of the event stream, including slow subscribers. */
package io.outrider.agent.operator.stream;
