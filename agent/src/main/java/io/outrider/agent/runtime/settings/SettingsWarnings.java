package io.outrider.agent.runtime.settings;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log of warnings about settings, bounded: a file may have a thousand. */
public final class SettingsWarnings {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsWarnings.class);
    private static final int MAX_LOGGED = 20;

    private SettingsWarnings() {}

    public static void log(List<String> warnings) {
        warnings.stream().limit(MAX_LOGGED).forEach(each -> LOG.warn("{}", each));
        if (warnings.size() > MAX_LOGGED) {
            LOG.warn(
                    "and {} more warnings about the settings; see outrider config check", warnings.size() - MAX_LOGGED);
        }
    }
}
