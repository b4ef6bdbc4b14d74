package io.outrider.agent.operator.cli;

import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.settings.SettingsSchema;

/** Functions and settings of the program, of which manual pages, completions and the example of the settings are made. */
public record ProgramReference(Signatures functions, SettingsSchema settings) {}
