/** The ECUs of the simulated vehicle, and the services they answer (SAE J1979, ISO 14229-1). */
package io.outrider.bench.car.ecu;
