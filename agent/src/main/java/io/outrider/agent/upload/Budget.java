package io.outrider.agent.upload;

/** Bytes that were sent, by day and month. */
public final class Budget {}
