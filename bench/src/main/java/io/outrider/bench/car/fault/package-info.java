/** What can be wrong with an ECU's answers, on request. */
package io.outrider.bench.car.fault;
