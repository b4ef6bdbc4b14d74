package io.outrider.service.http;

import io.javalin.http.Context;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** Address of the client of a request: that of the connection, or, through a proxy on this machine, what the proxy says. */
final class ClientAddress {
    private ClientAddress() {}

    static String of(Context request) {
        return of(ServletContextRequest.getServletContextRequest(request.req()));
    }

    static String of(Request request) {
        String direct = Request.getRemoteAddr(request);
        List<String> forwarded = request.getHeaders().getValuesList(HttpHeader.X_FORWARDED_FOR);
        if (forwarded.isEmpty() || !isLoopback(direct)) {
            return network(direct);
        }
        String last = forwarded.get(forwarded.size() - 1);
        return network(last.substring(last.lastIndexOf(',') + 1).strip()); // the proxy has added the last one
    }

    /** An address of IPv6 by its first 64 bits, as a client has all those that begin with them (RFC 4291, 2.5.4); others as they are. */
    static String network(String address) {
        try {
            return address.contains(":") && InetAddress.getByName(address) instanceof Inet6Address long6
                    ? HexFormat.ofDelimiter(":").formatHex(long6.getAddress(), 0, 8)
                    : address;
        } catch (UnknownHostException e) {
            return address;
        }
    }

    static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
