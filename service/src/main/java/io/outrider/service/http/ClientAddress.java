package io.outrider.service.http;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;
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
            return direct;
        }
        String last = forwarded.get(forwarded.size() - 1);
        return last.substring(last.lastIndexOf(',') + 1).strip(); // the proxy has added the last one
    }

    static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
