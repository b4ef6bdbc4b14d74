package io.outrider.agent.operator.cli;

import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.api.Failure;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The daemon and its settings, as far as the command line has to do with them. */
public interface DaemonService {
    /**
     * {@code outrider daemon}: returns when it has ended as it was told to.
     *
     * @param config the settings file, or null for the usual one; in all methods
     */
    void daemon(Path config) throws Failure, InterruptedException;

    /**
     * Where the running daemon's local API is, according to the settings.
     *
     * @param warns told what is wrong with the settings, if the daemon is looked for all the same
     */
    DaemonEndpoint api(Path config, Consumer<String> warns) throws Failure;

    /**
     * {@code outrider config check}.
     *
     * @return for people: that all is well, and what a reload would change
     * @throws Failure with all that is wrong
     */
    String checkConfig(Path config) throws Failure;

    /** {@code outrider config example}: a settings file with every setting, explained. */
    String exampleConfig() throws Failure;
}
