package io.outrider.service.http;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Address of the client of a request: that of the connection, or, through a proxy on this machine, what the proxy says. */
final class ClientAddress {
    private ClientAddress() {}

    static String of(Context request) {
        String forwarded = request.header("X-Forwarded-For");
        if (forwarded == null || !isLoopback(request.ip())) {
            return request.ip();
        }
        return forwarded.substring(forwarded.lastIndexOf(',') + 1).strip(); // the proxy has added the last one
    }

    static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
