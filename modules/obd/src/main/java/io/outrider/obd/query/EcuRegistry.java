package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.api.VehicleErrors;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.Responses;
import io.outrider.obd.standard.SupportedPids;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registry of the vehicle's ECUs: the protocol, the ECUs that answer functional requests, and the PIDs that each
 * supports. Discovered on first use, and again after a change of the protocol. Any thread; discovery runs in one thread
 * at a time, and waiting for it is interruptible.
 */
public final class EcuRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(EcuRegistry.class);

    /** Response id of the engine ECU (ISO 15765-4, table 3); low byte 10 on 29-bit ids. */
    private static final CanId ENGINE_11 = CanId.base(0x7E8);

    private static final CanId ENGINE_29 = CanId.extended(0x18DAF110);

    /** @param configured the protocol was configured and is not discovered */
    private record RegistrySnapshot(Protocol protocol, boolean configured, Map<CanId, SupportedPids> ecus) {
        RegistrySnapshot with(Map<CanId, SupportedPids> others) {
            return new RegistrySnapshot(protocol, configured, others);
        }
    }

    private final DiagnosticClient client;
    private final ReentrantLock discoveryLock = new ReentrantLock(true);
    private volatile RegistrySnapshot snapshot; // written under the discovery lock only

    /** @param configured protocol of the settings; empty for discovery */
    public EcuRegistry(DiagnosticClient client, Optional<Protocol> configured) {
        this.client = client;
        this.snapshot = new RegistrySnapshot(configured.orElse(Protocol.P6), configured.isPresent(), Map.of());
    }

    /** Protocol in force; 11-bit ids until discovery. */
    public Protocol protocol() {
        return snapshot.protocol();
    }

    public boolean isAutodetected() {
        return !snapshot.configured() && isDiscovered();
    }

    public boolean isDiscovered() {
        return !snapshot.ecus().isEmpty();
    }

    public List<CanId> ecus() {
        return List.copyOf(snapshot.ecus().keySet());
    }

    /** Sets the protocol of all later queries; empty starts a discovery. */
    public void use(Optional<Protocol> protocol) throws Failure, InterruptedException {
        discoveryLock.lockInterruptibly();
        try {
            if (protocol.isPresent()) {
                snapshot = new RegistrySnapshot(protocol.get(), true, Map.of());
            } else {
                snapshot = new RegistrySnapshot(snapshot.protocol(), false, Map.of());
                discover();
            }
        } finally {
            discoveryLock.unlock();
        }
    }

    /** Discovers the ECUs, and without a configured protocol the width of their ids, unless known. */
    public void ensureDiscovered() throws Failure, InterruptedException {
        if (isDiscovered()) {
            return;
        }
        discoveryLock.lockInterruptibly();
        try {
            discover();
        } finally {
            discoveryLock.unlock();
        }
    }

    /** ECUs that answered before and do not answer a request to all of them now. */
    public Set<CanId> silent() throws Failure, InterruptedException {
        ensureDiscovered();
        Set<CanId> silent = new TreeSet<>(responders(0x01, 0));
        Responses answers = client.query(bitmap(snapshot.protocol(), 0x01, 0, silent));
        answers.positive().forEach(each -> silent.remove(each.source()));
        answers.refusals().forEach(each -> silent.remove(each.source()));
        return silent;
    }

    private void discover() throws Failure, InterruptedException {
        if (isDiscovered()) {
            return;
        }
        List<Protocol> candidates =
                snapshot.configured() ? List.of(snapshot.protocol()) : List.of(Protocol.P6, Protocol.P7);
        for (Protocol candidate : candidates) {
            Map<CanId, SupportedPids> ecus = new TreeMap<>();
            collect(candidate, 0x01, ecus);
            if (!ecus.isEmpty()) {
                snapshot = new RegistrySnapshot(candidate, snapshot.configured(), ecus);
                return;
            }
        }
        throw new Failure(
                VehicleErrors.NO_DATA,
                "No data received from the vehicle when trying to verify that it answers (request 0100, protocols "
                        + String.join(
                                ", ", candidates.stream().map(Protocol::id).toList())
                        + "). Switch the ignition on; or use force=true, or header= of the ECU to ask");
    }

    /** Reads the bitmaps 00, 20, 40 … of one service, as far as any ECU announces the next one. */
    private MissingAnswers collect(Protocol protocol, int mode, Map<CanId, SupportedPids> into)
            throws Failure, InterruptedException {
        OptionalInt next = OptionalInt.of(0);
        MissingAnswers missing = MissingAnswers.none();
        // ECUs that announced the next bitmap; the request ends when all of them have answered
        Set<CanId> announcing = announcing(into, mode, 0);
        while (next.isPresent()) {
            int pid = next.getAsInt();
            next = OptionalInt.empty();
            Set<CanId> further = new HashSet<>();
            DiagnosticRequest request = bitmap(protocol, mode, pid, announcing);
            Responses answers = client.query(request);
            missing = missing.and(MissingAnswers.of(request, answers));
            for (IsoTpMessage message : answers.positive()) {
                OptionalInt each = add(message, into);
                if (each.isPresent()) {
                    next = each;
                    further.add(message.source());
                }
            }
            announcing = further;
        }
        return missing;
    }

    private static DiagnosticRequest bitmap(Protocol protocol, int mode, int pid, Set<CanId> responders) {
        IsoTpAddress all = IsoTpAddress.functional(protocol.isExtended());
        return DiagnosticRequest.of(all, (byte) mode, (byte) pid).untilAnswered(responders);
    }

    /** Adds a bitmap; an ECU with an unreadable bitmap is registered with an empty list. */
    private static OptionalInt add(IsoTpMessage message, Map<CanId, SupportedPids> into) {
        SupportedPids before = into.computeIfAbsent(message.source(), each -> SupportedPids.none());
        try {
            into.put(message.source(), before.with(message.payload()));
            return SupportedPids.next(message.payload());
        } catch (Failure e) {
            LOG.warn("bitmap of ECU {} ignored: {}", message.source(), e.getMessage());
            return OptionalInt.empty();
        }
    }

    private static Set<CanId> announcing(Map<CanId, SupportedPids> ecus, int mode, int pid) {
        Set<CanId> announcing = new HashSet<>();
        ecus.forEach((id, supported) -> {
            if (supported.contains(mode, pid)) {
                announcing.add(id);
            }
        });
        return announcing;
    }

    /** Returns true if an ECU lists the request as supported; always true for services without bitmaps. */
    public boolean supports(int mode, int pid) throws Failure, InterruptedException {
        discoveryLock.lockInterruptibly();
        try {
            discover();
            if (!hasBitmaps(mode, pid)) {
                return true;
            }
            int bitmapService = bitmapMode(mode);
            if (bitmapService == 0x09
                    && snapshot.ecus().values().stream().noneMatch(pids -> pids.contains(0x09, 0x00))) {
                Map<CanId, SupportedPids> more = new TreeMap<>(snapshot.ecus());
                collect(snapshot.protocol(), bitmapService, more);
                snapshot = snapshot.with(more);
            }
            if (announcing(snapshot.ecus(), bitmapService, pid).isEmpty()) {
                refresh(bitmapService, pid);
            }
            return lists(mode, pid);
        } finally {
            discoveryLock.unlock();
        }
    }

    /** Repeats the request before a negative result: an ECU may have been late or asleep, or its bitmap lost. */
    private void refresh(int mode, int pid) throws Failure, InterruptedException {
        int bitmap = pid == 0 ? 0 : pid - 1 & 0xE0;
        Map<CanId, SupportedPids> more = new TreeMap<>(snapshot.ecus());
        DiagnosticRequest request = bitmap(snapshot.protocol(), mode, bitmap, Set.of());
        Responses answers = client.query(request);
        for (IsoTpMessage message : answers.positive()) {
            add(message, more);
        }
        snapshot = snapshot.with(more);
        MissingAnswers missing = MissingAnswers.of(request, answers);
        if (!missing.isEmpty() && announcing(more, mode, pid).isEmpty()) {
            throw MissingAnswers.failure(
                    missing.list(), ", so it is not known what it supports; ask again, or add force=true");
        }
    }

    /** Reads all bitmaps again, as an ECU may have been late or asleep; returns the ECUs with missing bitmaps. */
    public List<MissingAnswer> refresh() throws Failure, InterruptedException {
        discoveryLock.lockInterruptibly();
        try {
            discover();
            Map<CanId, SupportedPids> more = new TreeMap<>(snapshot.ecus());
            MissingAnswers missing =
                    collect(snapshot.protocol(), 0x01, more).and(collect(snapshot.protocol(), 0x09, more));
            snapshot = snapshot.with(more);
            return missing.list();
        } finally {
            discoveryLock.unlock();
        }
    }

    /** True if a known ECU lists the request, and for services without bitmaps. */
    public boolean lists(int mode, int pid) {
        return !hasBitmaps(mode, pid)
                || !announcing(snapshot.ecus(), bitmapMode(mode), pid).isEmpty();
    }

    private static boolean hasBitmaps(int mode, int pid) {
        return pid >= 0 && (mode == 0x01 || mode == 0x02 || mode == 0x09);
    }

    /** Freeze frames have the PIDs of current data. */
    private static int bitmapMode(int mode) {
        return mode == 0x02 ? 0x01 : mode;
    }

    /**
     * ECUs that have to answer before a functional request is complete: those that list it, or all known ones for
     * services without bitmaps; empty before discovery.
     */
    public Set<CanId> responders(int mode, int pid) {
        Map<CanId, SupportedPids> ecus = snapshot.ecus();
        if (mode == 0x01 || mode == 0x09) {
            return pid < 0 ? Set.of() : announcing(ecus, mode, pid);
        }
        return mode == 0x02 ? announcing(ecus, 0x01, pid) : ecus.keySet();
    }

    /** ECU whose answer a standard command uses: the engine if it is among them, else the lowest id. */
    Optional<CanId> preferred(Set<CanId> responders) {
        return responders.stream()
                .filter(EcuRegistry::isEngine)
                .findFirst()
                .or(() -> responders.stream().sorted().findFirst());
    }

    static boolean isEngine(CanId id) {
        return id.equals(ENGINE_11) || id.equals(ENGINE_29);
    }
}
