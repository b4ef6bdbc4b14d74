/** Event stream of the unit for current subscribers. Nothing is stored, and publishers do not block. */
package io.outrider.agent.operator.stream;
