package io.outrider.agent.operator.cli;

import io.outrider.agent.builtin.doctor.DoctorLine;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.api.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Port of the command line to the daemon and its settings. */
public interface DaemonService {
    /** @param config settings file, or null for the default; in all methods */
    void daemon(Path config) throws Failure, InterruptedException;

    /** @param warns receives problems of the settings that do not prevent this */
    DaemonEndpoint api(Path config, Consumer<String> warns) throws Failure;

    /** @return text for people: that the settings are valid, and the changes of a reload */
    String checkConfig(Path config) throws Failure;

    /** Checks of the doctor that need no daemon. */
    default List<DoctorLine> checkWithoutDaemon(Path config) throws Failure, InterruptedException {
        return List.of();
    }

    /** Data folders that may be the daemon's. */
    List<Path> dataFolders();

    /** Functions of the daemon, and all settings. */
    ProgramReference reference();
}
