/** Tests of the creation of records from results and rows. */
package io.outrider.agent.telemetry.record;
