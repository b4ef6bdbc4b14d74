/** Who hears what, and what a slow listener misses. */
package io.outrider.agent.operator.stream;
