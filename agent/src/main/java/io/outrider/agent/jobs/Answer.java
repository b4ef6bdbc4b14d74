package io.outrider.agent.jobs;

/**
 * What leaves the unit as the end of a job, the same every time.
 *
 * @param topic {@link Outlet#RETURN}, or {@link Outlet#JOB} for a rejection
 */
record Answer(String topic, byte[] payload) {}
