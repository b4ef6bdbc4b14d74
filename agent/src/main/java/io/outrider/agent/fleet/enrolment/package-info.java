/** Requests to the fleet service: enrolment, and the unit's certificate. */
package io.outrider.agent.fleet.enrolment;
