/** Tests with fake sysfs trees, and with the sysfs of the machine. */
package io.outrider.unit;
