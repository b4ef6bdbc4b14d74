package io.outrider.agent.host;

/** {@code [cmd]}: whether the fleet may run commands of a shell. Absent means no. */
public record CmdSettings(boolean enabled) {}
