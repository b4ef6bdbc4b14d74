/** State of the vehicle, derived from readings: engine, motor, communication, battery, position. */
package io.outrider.agent.vehicle.state;
