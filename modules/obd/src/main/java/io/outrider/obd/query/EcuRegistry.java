package io.outrider.obd.query;

import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
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
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of the vehicle on the bus: which protocol it speaks, which ECUs answer to everybody, and what each of
 * them supports. Found out when first needed, and again when another protocol is set. Any thread; one finds out at a time,
 * and who waits for that can be interrupted.
 */
public final class EcuRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(EcuRegistry.class);

    /** ISO 15765-4, table 3: the engine's answers; low byte 10 on 29-bit ids. */
    private static final CanId ENGINE_11 = CanId.base(0x7E8);

    private static final CanId ENGINE_29 = CanId.extended(0x18DAF110);

    /**
     * What is known, all at once.
     *
     * @param set the protocol is somebody's decision, not to be found out
     */
    private record Known(Protocol protocol, boolean set, Map<CanId, SupportedPids> ecus) {}

    private final FailureMapper questions;
    private final ReentrantLock finding = new ReentrantLock(true);
    private volatile Known known; // changed only while finding

    /** @param configured the protocol from the settings; empty to find out */
    public EcuRegistry(DiagnosticClient asker, Optional<Protocol> configured) {
        this.questions = new FailureMapper(asker);
        this.known = new Known(configured.orElse(Protocol.P6), configured.isPresent(), Map.of());
    }

    /** The protocol in force; 11-bit ids until something else is known. */
    public Protocol protocol() {
        return known.protocol();
    }

    /** Whether the protocol was found out, not set. */
    public boolean isAutodetected() {
        return !known.set() && isKnown();
    }

    /** Whether ECUs have been found, and with them the protocol. */
    public boolean isKnown() {
        return !known.ecus().isEmpty();
    }

    /** The ECUs that answer to functional requests, as far as known. */
    public List<CanId> ecus() {
        return List.copyOf(known.ecus().keySet());
    }

    /** Sets the protocol for all later queries, or with empty finds it out now. */
    public void use(Optional<Protocol> protocol) throws Failure, InterruptedException {
        finding.lockInterruptibly();
        try {
            if (protocol.isPresent()) {
                known = new Known(protocol.get(), true, Map.of());
            } else {
                known = new Known(known.protocol(), false, Map.of());
                find();
            }
        } finally {
            finding.unlock();
        }
    }

    /**
     * Finds the ECUs, and without a configured protocol the width of their ids, unless that is known.
     *
     * @throws Failure if nobody answers
     */
    public void ensureKnown() throws Failure, InterruptedException {
        if (isKnown()) {
            return;
        }
        finding.lockInterruptibly();
        try {
            find();
        } finally {
            finding.unlock();
        }
    }

    private void find() throws Failure, InterruptedException {
        if (isKnown()) {
            return;
        }
        List<Protocol> candidates = known.set() ? List.of(known.protocol()) : List.of(Protocol.P6, Protocol.P7);
        for (Protocol candidate : candidates) {
            Map<CanId, SupportedPids> ecus = new TreeMap<>();
            collect(candidate, 0x01, ecus);
            if (!ecus.isEmpty()) {
                known = new Known(candidate, known.set(), ecus);
                return;
            }
        }
        throw new Failure(
                Failure.Actor.VEHICLE,
                "NO_DATA",
                "No data received from the vehicle when trying to verify that it answers (request 0100, protocols "
                        + String.join(
                                ", ", candidates.stream().map(Protocol::id).toList())
                        + "). Switch the ignition on; or use force=true, or header= of the ECU to ask");
    }

    /** Reads the chain of bitmaps of one service, 00, 20, 40 … as far as any ECU says it goes. */
    private MissingAnswers collect(Protocol protocol, int mode, Map<CanId, SupportedPids> into)
            throws Failure, InterruptedException {
        OptionalInt next = OptionalInt.of(0);
        MissingAnswers missing = MissingAnswers.none();
        // those that have said that the next one exists: when they have answered, nobody else will
        Set<CanId> announcing = announcing(into, mode, 0);
        while (next.isPresent()) {
            int pid = next.getAsInt();
            next = OptionalInt.empty();
            Set<CanId> further = new HashSet<>();
            DiagnosticRequest question = bitmap(protocol, mode, pid, announcing);
            Responses answers = questions.ask(question);
            missing = missing.and(MissingAnswers.of(question, answers));
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

    private static DiagnosticRequest bitmap(Protocol protocol, int mode, int pid, Set<CanId> answerers) {
        IsoTpAddress all = IsoTpAddress.functional(protocol.isExtended());
        return DiagnosticRequest.of(all, (byte) mode, (byte) pid).untilAnswered(answerers);
    }

    /** Takes a bitmap into account; an ECU whose answer is none is there all the same, and lists nothing. */
    private static OptionalInt add(IsoTpMessage message, Map<CanId, SupportedPids> into) {
        SupportedPids before = into.computeIfAbsent(message.source(), each -> SupportedPids.none());
        try {
            into.put(message.source(), before.with(message.payload()));
            return SupportedPids.next(message.payload());
        } catch (Failure e) {
            LOG.warn("{}: {}", message.source(), e.getMessage());
            return OptionalInt.empty();
        }
    }

    /** The ECUs that have said they support it. */
    private static Set<CanId> announcing(Map<CanId, SupportedPids> ecus, int mode, int pid) {
        Set<CanId> announcing = new HashSet<>();
        ecus.forEach((id, supported) -> {
            if (supported.contains(mode, pid)) {
                announcing.add(id);
            }
        });
        return announcing;
    }

    /**
     * Whether any ECU lists the request as supported. Only services with bitmaps can say; for all others it is true.
     *
     * @throws Failure if nobody answers, or nobody lists it and the list of one of them did not come
     */
    public boolean supports(int mode, int pid) throws Failure, InterruptedException {
        finding.lockInterruptibly();
        try {
            find();
            if (!hasBitmaps(mode, pid)) {
                return true;
            }
            int asked = listedAs(mode);
            if (asked == 0x09 && known.ecus().values().stream().noneMatch(pids -> pids.contains(0x09, 0x00))) {
                Map<CanId, SupportedPids> more = new TreeMap<>(known.ecus());
                collect(known.protocol(), asked, more);
                known = new Known(known.protocol(), known.set(), more);
            }
            if (announcing(known.ecus(), asked, pid).isEmpty()) {
                lookAgain(asked, pid);
            }
            return lists(mode, pid);
        } finally {
            finding.unlock();
        }
    }

    /** Before saying no: an ECU may have been late, or asleep, or its bitmap lost, when it was asked first. */
    private void lookAgain(int mode, int pid) throws Failure, InterruptedException {
        int bitmap = pid == 0 ? 0 : pid - 1 & 0xE0;
        Map<CanId, SupportedPids> more = new TreeMap<>(known.ecus());
        DiagnosticRequest question = bitmap(known.protocol(), mode, bitmap, Set.of());
        Responses answers = questions.ask(question);
        for (IsoTpMessage message : answers.positive()) {
            add(message, more);
        }
        known = new Known(known.protocol(), known.set(), more);
        MissingAnswers missing = MissingAnswers.of(question, answers);
        if (!missing.isEmpty() && announcing(more, mode, pid).isEmpty()) {
            throw MissingAnswers.failure(
                    missing.list(), ", so it is not known what it supports; ask again, or add force=true");
        }
    }

    /**
     * Reads all bitmaps anew, whatever is known: an ECU may have been late, or asleep, when it was asked first. Then
     * {@link #lists} tells of all requests without asking for each.
     *
     * @return the ECUs of which not everything has come
     * @throws Failure if nobody answers
     */
    public List<MissingAnswer> lookAgain() throws Failure, InterruptedException {
        finding.lockInterruptibly();
        try {
            find();
            Map<CanId, SupportedPids> more = new TreeMap<>(known.ecus());
            MissingAnswers missing = collect(known.protocol(), 0x01, more).and(collect(known.protocol(), 0x09, more));
            known = new Known(known.protocol(), known.set(), more);
            return missing.list();
        } finally {
            finding.unlock();
        }
    }

    /** Whether any ECU is known to list the request as supported; true for services without bitmaps. */
    public boolean lists(int mode, int pid) {
        return !hasBitmaps(mode, pid)
                || !announcing(known.ecus(), listedAs(mode), pid).isEmpty();
    }

    private static boolean hasBitmaps(int mode, int pid) {
        return pid >= 0 && (mode == 0x01 || mode == 0x02 || mode == 0x09);
    }

    /** A freeze frame holds what current data has. */
    private static int listedAs(int mode) {
        return mode == 0x02 ? 0x01 : mode;
    }

    /**
     * Who has to answer before a question to everybody is done: the ECUs that list it, or for services without bitmaps
     * all that are known; empty if nothing is known.
     */
    public Set<CanId> answerers(int mode, int pid) {
        Map<CanId, SupportedPids> ecus = known.ecus();
        if (mode == 0x01 || mode == 0x09) {
            return pid < 0 ? Set.of() : announcing(ecus, mode, pid);
        }
        return mode == 0x02 ? announcing(ecus, 0x01, pid) : ecus.keySet();
    }

    /** The one whose answer a standard command takes: the engine if it has it, else whoever comes first by id. */
    Optional<CanId> preferred(Set<CanId> answerers) {
        return answerers.stream()
                .filter(EcuRegistry::isEngine)
                .findFirst()
                .or(() -> answerers.stream().sorted().findFirst());
    }

    static boolean isEngine(CanId id) {
        return id.equals(ENGINE_11) || id.equals(ENGINE_29);
    }
}
