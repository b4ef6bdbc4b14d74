package io.outrider.obd.exchange;

import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;

/**
 * What is asked of whom. Two equal questions asked at the same time share one exchange, so everything that could make
 * their answers differ is part of equality.
 */
public final class DiagnosticRequest {
    private static final int SHOWN = 12;

    private final IsoTpAddress address;
    private final byte[] request;
    private final int answers;
    private final Set<CanId> answerers;
    private final Duration patience;
    private final boolean padded;
    private final int hash;

    private DiagnosticRequest(
            IsoTpAddress address,
            byte[] request,
            int answers,
            Set<CanId> answerers,
            Duration patience,
            boolean padded) {
        this.address = address;
        this.request = request;
        this.answers = answers;
        this.answerers = answerers;
        this.patience = patience;
        this.padded = padded;
        this.hash = Objects.hash(address, Arrays.hashCode(request), answers, answerers, patience, padded);
    }

    /** A question whose answers are all waited for. {@code request} starts with the service. */
    public static DiagnosticRequest of(IsoTpAddress address, byte... request) {
        if (request.length == 0) {
            throw new IllegalArgumentException("there is no question without bytes");
        }
        return new DiagnosticRequest(address, request.clone(), 0, Set.of(), null, true);
    }

    /** The same; done as soon as so many answers are there, if not 0. */
    public DiagnosticRequest untilAnswers(int answers) {
        return new DiagnosticRequest(address, request, answers, answerers, patience, padded);
    }

    /** The same; done as soon as each of these ECUs has answered, if there are any. */
    public DiagnosticRequest untilAnswered(Set<CanId> answerers) {
        return new DiagnosticRequest(address, request, answers, Set.copyOf(answerers), patience, padded);
    }

    /** The same; the first answer is waited for this long and not as long as usual. */
    public DiagnosticRequest waiting(Duration patience) {
        return new DiagnosticRequest(address, request, answers, answerers, patience, padded);
    }

    /** The same; its frames are filled up to 8 bytes, or not. */
    public DiagnosticRequest padded(boolean padded) {
        return new DiagnosticRequest(address, request, answers, answerers, patience, padded);
    }

    public IsoTpAddress address() {
        return address;
    }

    /** The bytes asked; not to be changed. */
    byte[] request() {
        return request;
    }

    /**
     * Whether asking twice changes nothing in the vehicle, so that two askers may share one answer: the reading services
     * of SAE J1979, ISO 14229-1 and ISO 14230-3.
     */
    boolean isReading() {
        return switch (request[0]) {
            case 0x01, 0x02, 0x03, 0x06, 0x07, 0x09, 0x0A, 0x12, 0x19, 0x1A, 0x21, 0x22 -> true;
            default -> false;
        };
    }

    int answers() {
        return answers;
    }

    /** ECUs that must have answered before it is done; may be empty. */
    public Set<CanId> answerers() {
        return answerers;
    }

    boolean isPadded() {
        return padded;
    }

    /** How long to wait for the first answer, or null for the usual time. */
    Duration patience() {
        return patience;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof DiagnosticRequest question
                        && hash == question.hash
                        && answers == question.answers
                        && padded == question.padded
                        && Arrays.equals(request, question.request)
                        && address.equals(question.address)
                        && answerers.equals(question.answerers)
                        && Objects.equals(patience, question.patience);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** {@code 22 01 05 to 7e4}; of a long request, how it begins. */
    @Override
    public String toString() {
        int shown = Math.min(request.length, SHOWN);
        return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(request, 0, shown)
                + (shown < request.length ? " … (" + request.length + " bytes)" : "") + " to " + address.request();
    }
}
