/** {@code ec2x.*}: data counters of the cellular modem's network interface. */
package io.outrider.unit.ec2x;
