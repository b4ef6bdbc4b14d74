/** Faults of an ECU's answers, injected on request. */
package io.outrider.bench.car.fault;
