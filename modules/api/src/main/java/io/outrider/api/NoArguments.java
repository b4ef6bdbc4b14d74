package io.outrider.api;

/** Arguments of a function that takes none. */
public record NoArguments() {}
