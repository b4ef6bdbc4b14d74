/** What was asked of the unit, from the moment it arrives to the moment its answer is delivered. */
package io.outrider.agent.jobs;
