package io.outrider.agent.settings;

import io.outrider.api.Failure;

/** Looks whether the files that settings name are there and can be used: passwords, certificates, keys. */
@FunctionalInterface
public interface FileCheck {
    FileCheck NONE = settings -> {};

    /** @throws Failure naming section, key and file, and what to do */
    void check(Settings settings) throws Failure;
}
