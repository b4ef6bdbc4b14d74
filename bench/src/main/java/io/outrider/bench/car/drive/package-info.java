/** What a vehicle does over time, as a pure function of time. */
package io.outrider.bench.car.drive;
