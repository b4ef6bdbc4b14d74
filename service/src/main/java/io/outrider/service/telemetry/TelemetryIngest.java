package io.outrider.service.telemetry;

import io.outrider.service.devices.Devices;
import io.outrider.service.link.UnitMessageHandler;
import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler of the batches that units publish. A batch that is damaged, of another unit or of an unknown one is given up and counted,
 * as it would be the same if it came again.
 */
public final class TelemetryIngest implements UnitMessageHandler {
    private static final Logger LOG = LoggerFactory.getLogger(TelemetryIngest.class);

    /** Batches given up that have a line in the log; of more only their number is known. */
    private static final int MOST_LOGGED = 100;

    private final Devices devices;
    private final TelemetryWriter writer;
    private final BatchCodec codec = new BatchCodec();
    private final AtomicLong givenUp = new AtomicLong();

    public TelemetryIngest(Devices devices, TelemetryWriter writer) {
        this.devices = devices;
        this.writer = writer;
    }

    @Override
    public CompletionStage<Void> received(String unitId, byte[] payload, boolean retained) {
        try {
            BatchCodec.Rows rows = codec.decode(payload);
            if (!rows.unit().equals(unitId)) {
                return giveUp(unitId, "it names another unit");
            }
            Optional<Long> device = devices.numberOfUnit(unitId);
            return device.isEmpty() ? giveUp(unitId, "no device has this unit") : writer.write(device.get(), rows);
        } catch (IOException e) {
            return giveUp(unitId, e.getMessage());
        } catch (RuntimeException e) { // of the database
            return CompletableFuture.failedStage(e);
        }
    }

    /** Records have numbers of their own, and batches of a unit share a transaction. */
    @Override
    public boolean inOrder() {
        return false;
    }

    private CompletionStage<Void> giveUp(String unitId, String why) {
        if (givenUp.incrementAndGet() <= MOST_LOGGED) {
            LOG.warn("a batch of unit {} was given up: {}", unitId, why);
        }
        return CompletableFuture.completedStage(null);
    }

    /** Batches given up since the start. */
    public long givenUp() {
        return givenUp.get();
    }
}
