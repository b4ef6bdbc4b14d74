package io.outrider.obd.standard;

import static io.outrider.obd.standard.ResponseBytes.A;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;

/**
 * Set of the PIDs that a vehicle supports, from its bitmaps: PIDs 00, 20, 40 … of services 01, 06 and 09, four bytes
 * each, the top bit first; the lowest bit announces the next bitmap (SAE J1979 appendix A). Immutable.
 */
public final class SupportedPids {
    private static final SupportedPids NONE = new SupportedPids(new BitSet());
    private static final int SPAN = 0x20;

    /** Service in the high byte, PID in the low one; never modified. */
    private final BitSet requests;

    private SupportedPids(BitSet requests) {
        this.requests = requests;
    }

    public static SupportedPids none() {
        return NONE;
    }

    /** Union with the bitmap of one more answer; several ECUs may answer the same request. */
    public SupportedPids with(byte[] answer) throws Failure {
        ResponseBytes bitmap = bitmap(answer);
        int service = (answer[0] & 0xFF) - 0x40;
        BitSet more = (BitSet) requests.clone();
        more.set(service << 8 | bitmap.pid());
        for (int pid : read(bitmap)) {
            more.set(service << 8 | pid);
        }
        return new SupportedPids(more);
    }

    public boolean contains(int mode, int pid) {
        return requests.get(mode << 8 | pid);
    }

    /** PIDs of one service, ascending, including those of the bitmaps. */
    public List<Integer> pids(int mode) {
        return requests.get(mode << 8, mode + 1 << 8).stream().boxed().toList();
    }

    /** PID of the next bitmap, if this answer announces one. */
    public static OptionalInt next(byte[] answer) throws Failure {
        ResponseBytes bitmap = bitmap(answer);
        int next = bitmap.pid() + SPAN;
        return next <= 0xFF && (bitmap.u32(A) & 1) == 1 ? OptionalInt.of(next) : OptionalInt.empty();
    }

    /** Decoder {@code pid}: two capital hexadecimal digits for each PID. */
    static List<String> names(ResponseBytes bitmap) throws Failure {
        List<String> names = new ArrayList<>();
        for (int pid : read(bitmap)) {
            names.add("%02X".formatted(pid));
        }
        return List.copyOf(names);
    }

    private static List<Integer> read(ResponseBytes bitmap) throws Failure {
        long bits = bitmap.u32(A);
        List<Integer> pids = new ArrayList<>();
        for (int i = 1; i <= SPAN && bitmap.pid() + i <= 0xFF; i++) {
            if ((bits >> SPAN - i & 1) == 1) {
                pids.add(bitmap.pid() + i);
            }
        }
        return pids;
    }

    private static ResponseBytes bitmap(byte[] payload) throws Failure {
        ResponseBytes answer = ResponseBytes.of(payload);
        int service = payload[0] & 0xFF;
        boolean known = service == 0x41 || service == 0x46 || service == 0x49;
        if (!known || answer.pid() % SPAN != 0) {
            throw answer.unreadable("this is no bitmap of supported PIDs");
        }
        return answer;
    }
}
