/** Sharing of the vehicle's port by its parts. */
package io.outrider.bench.car.bus;
