package io.outrider.service.commands;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Check of callback addresses, which strangers give: http or https to a host all of whose addresses are public, or in a network
 * that the operator allows.
 */
public final class CallbackAddresses {
    /**
     * Networks that are not of the public internet (IANA special-purpose address registries, RFC 6890), of IPv6 all but 2000::/3 (RFC
     * 4291, 2.4, and IANA's registry), and Azure's address of the host.
     */
    private static final List<IpSubnetFilterRule> SPECIAL = networks(List.of(("0.0.0.0/8 10.0.0.0/8 100.64.0.0/10"
                    + " 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16"
                    + " 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3"
                    + " ::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20")
            .split(" ")));

    private static final int LONGEST_URL = 2_000;

    private final Resolver resolver;
    private final List<IpSubnetFilterRule> allowed;

    /** Lookup of a host's addresses. */
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    /** @param allow networks in CIDR form that are allowed although they are not public */
    public CallbackAddresses(List<String> allow, Resolver resolver) {
        this.allowed = networks(allow);
        this.resolver = resolver;
    }

    /** @throws IllegalArgumentException if it is no network in CIDR form */
    public static IpSubnetFilterRule network(String text) {
        try {
            if (text.matches("[0-9a-fA-F.:]+/[0-9]{1,3}")) {
                return new IpSubnetFilterRule(text, IpFilterRuleType.ACCEPT);
            }
        } catch (RuntimeException e) { // refused below
        }
        throw new IllegalArgumentException("'" + text + "' is no network such as 10.0.0.0/8");
    }

    private static List<IpSubnetFilterRule> networks(List<String> texts) {
        return texts.stream().map(CallbackAddresses::network).toList();
    }

    /** @throws Problem if no callback may go there */
    public void checked(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw refused("it is no URL");
        }
        if (!url.matches("(?i)https?:.*") || uri.getHost() == null || url.length() > LONGEST_URL) {
            throw refused("it is http:// or https:// with a host, and " + LONGEST_URL + " characters at most");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65_535) {
            throw refused("its port is from 1 to 65535");
        }
        if (uri.getRawUserInfo() != null) {
            throw refused("it has a user or password; the signature tells who calls");
        }
        try {
            resolved(uri.getHost());
        } catch (UnknownHostException e) {
            throw refused(e.getMessage());
        }
    }

    private static Problem refused(String why) {
        return Problem.body(ProblemCode.CALLBACK_REFUSED, "callback_url", "'callback_url' is refused: " + why);
    }

    /**
     * Addresses of the host.
     *
     * @throws UnknownHostException with a sentence if there are none, or one is not allowed
     */
    public InetAddress[] resolved(String host) throws UnknownHostException {
        InetAddress[] addresses;
        try {
            addresses = resolver.addresses(host.replaceAll("[\\[\\]]", ""));
        } catch (UnknownHostException e) {
            throw new UnknownHostException("the host '" + host + "' is not known");
        }
        for (InetAddress each : addresses) {
            if (!isAllowed(each)) {
                throw new UnknownHostException("the host '" + host + "' has the address " + each.getHostAddress()
                        + ", which is not public; the operator may allow it by [callbacks] allow");
            }
        }
        return addresses;
    }

    /** Addresses of IPv4 within IPv6 ({@code ::ffff:0:0/96}) are those of IPv4 already, as Java has them. */
    private boolean isAllowed(InetAddress address) {
        InetSocketAddress socket = new InetSocketAddress(address, 0);
        return allowed.stream().anyMatch(each -> each.matches(socket))
                || SPECIAL.stream().noneMatch(each -> each.matches(socket));
    }
}
