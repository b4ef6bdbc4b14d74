package io.outrider.agent.builtin.update;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.agent.runtime.storage.DurableDirectories;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** File with the arguments of an update whose installation is not requested yet, with which it outlives the daemon. */
record PendingUpdate(Path file) {
    private static final Logger LOG = LoggerFactory.getLogger(PendingUpdate.class);
    private static final int MOST = 20_000; // bytes; a url of a command may be long

    /** @throws Failure if it cannot be written: then the one before, which it replaces, is deleted too */
    void write(UpdateArguments arguments) throws Failure {
        try {
            DurableDirectories.make(file.getParent());
            AtomicFile.write(file, Json.PLAIN.writeValueAsBytes(arguments));
        } catch (IOException e) {
            delete();
            throw new Failure(AgentErrors.AGENT_DISK, file + " cannot be written: " + IoReason.of(e), e);
        }
    }

    Optional<UpdateArguments> read() {
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.PLAIN.readValue(SmallFile.read(file, MOST), UpdateArguments.class));
        } catch (IOException e) {
            LOG.warn("update is forgotten: {} cannot be read: {}", file, IoReason.of(e));
            delete();
            return Optional.empty();
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} cannot be deleted: {}", file, IoReason.of(e));
        }
    }
}
