/** Drive of a vehicle as a pure function of time. */
package io.outrider.bench.car.drive;
