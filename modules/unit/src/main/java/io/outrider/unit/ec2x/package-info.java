/** {@code ec2x.*}: the cellular modem, as the kernel's network interface shows it. */
package io.outrider.unit.ec2x;
