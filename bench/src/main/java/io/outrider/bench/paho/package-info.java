/** Plain Paho clients: the peer of the unit in measurements, and their yardstick. */
package io.outrider.bench.paho;
