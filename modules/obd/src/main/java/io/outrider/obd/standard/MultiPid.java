package io.outrider.obd.standard;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Decoder of answers to a request for up to six PIDs of service 01 (SAE J1979 6.1, CAN only): {@code 41 0C 0F A0 0D 33}
 * is RPM and speed. Such an answer has no separators, so it is split by the PIDs' lengths, and only if exactly one
 * split uses all bytes.
 */
public final class MultiPid {
    public static final int MOST = 6;

    private static final int RESPONSE = 0x41;

    /** A second byte follows with vehicles of three or four banks (SAE J1979 appendix B). */
    private static final Set<Integer> ONE_OR_TWO = Set.of(0x06, 0x07, 0x08, 0x09, 0x55, 0x56, 0x57, 0x58);

    private MultiPid() {}

    /** True if the PID's length is known, so that it can share a request. */
    public static boolean canShare(int pid) {
        return StandardCommands.at(0x01, pid).isPresent();
    }

    /** By PID, in the order of the answer, the equivalent answer to that PID alone; those left out are absent. */
    public static Map<Integer, byte[]> split(byte[] payload, List<Integer> requested) throws Failure {
        if (requested.isEmpty() || requested.size() > MOST || new HashSet<>(requested).size() != requested.size()) {
            throw new IllegalArgumentException("a request carries one to six different PIDs, not " + requested);
        }
        if (!requested.stream().allMatch(MultiPid::canShare)) {
            throw new IllegalArgumentException("a PID of unknown length has to be asked for alone: " + hex(requested));
        }
        ResponseBytes answer = ResponseBytes.of(payload);
        answer.need(3);
        if ((payload[0] & 0xFF) != RESPONSE) {
            throw answer.unreadable("an answer of service 01 begins with 41");
        }
        List<Map<Integer, byte[]>> readings = new ArrayList<>();
        read(payload, 1, requested, new LinkedHashMap<>(), readings);
        if (readings.size() != 1) {
            String what = readings.isEmpty() ? "is not made of" : "can be read in several ways as";
            throw answer.unreadable("the answer " + what + " PIDs " + hex(requested));
        }
        return readings.get(0);
    }

    /** Tries every split of the rest; with six PIDs and two lengths there are few. */
    private static void read(
            byte[] payload,
            int at,
            List<Integer> requested,
            Map<Integer, byte[]> soFar,
            List<Map<Integer, byte[]>> readings) {
        if (at == payload.length) {
            readings.add(new LinkedHashMap<>(soFar));
            return;
        }
        int pid = payload[at] & 0xFF;
        if (!requested.contains(pid) || soFar.containsKey(pid)) {
            return;
        }
        for (int length : lengths(pid).toArray()) {
            int end = at + 1 + length;
            if (end <= payload.length) {
                byte[] alone = new byte[2 + length];
                alone[0] = (byte) RESPONSE;
                System.arraycopy(payload, at, alone, 1, 1 + length);
                soFar.put(pid, alone);
                read(payload, end, requested, soFar, readings);
                soFar.remove(pid);
            }
        }
    }

    private static IntStream lengths(int pid) {
        if (ONE_OR_TWO.contains(pid)) {
            return IntStream.of(1, 2);
        }
        return StandardCommands.at(0x01, pid).stream().mapToInt(command -> command.answerBytes() - 2);
    }

    private static String hex(List<Integer> pids) {
        return pids.stream().map("%02X"::formatted).collect(Collectors.joining(" "));
    }
}
