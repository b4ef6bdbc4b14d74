package io.outrider.obd.query;

import io.outrider.api.Failure;

/**
 * Request bytes of the arguments {@code mode} and {@code pid}. AutoPi parses both as numbers and so drops leading zeros
 * of a pid; its users write {@code mode=220 pid=101} for 22 01 01. This form and {@code mode=22 pid=0101} are
 * equivalent here.
 */
final class RequestBytes {
    private RequestBytes() {}

    /**
     * @param mode null for 01
     * @param pid null for a service without a pid
     * @throws Failure naming the argument that cannot be parsed
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
