/** How what is in a vehicle takes turns on its port. */
package io.outrider.bench.car.bus;
