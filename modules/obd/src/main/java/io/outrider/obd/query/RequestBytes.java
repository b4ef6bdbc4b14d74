package io.outrider.obd.query;

import io.outrider.api.Failure;

/**
 * The bytes of a request from {@code mode} and {@code pid} as users write them. The incumbent read both as numbers and
 * so lost the zeros in front of a pid; its users wrote {@code mode=220 pid=101} for 22 01 01. Both that and the natural
 * {@code mode=22 pid=0101} mean the same here.
 */
final class RequestBytes {
    private RequestBytes() {}

    /**
     * @param mode null is 01
     * @param pid null for a service without
     * @throws Failure naming the argument that cannot be read
     */
    static byte[] of(String mode, String pid) throws Failure {
        String service = padded(Hex.digits("mode", mode == null ? "01" : mode));
        String rest = pid == null ? "" : padded(Hex.digits("pid", pid));
        if (pid != null && (service.length() + rest.length()) % 2 != 0) {
            rest = rest.startsWith("0") ? rest.substring(1) : "0" + rest;
        }
        return Hex.bytes(pid == null ? "mode" : "pid", service + rest);
    }

    private static String padded(String digits) {
        return digits.length() == 1 ? "0" + digits : digits;
    }
}
