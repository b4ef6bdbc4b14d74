/** MQTT as plainly as Paho does it: the other side of a measurement, and the yardstick beside it. */
package io.outrider.bench.paho;
