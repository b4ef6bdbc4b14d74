/** What the vehicle is doing, told from what was read: engine, motor, communication, battery, position. */
package io.outrider.agent.vehicle.state;
