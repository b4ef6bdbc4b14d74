package io.outrider.service.commands;

import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Check of callback addresses, which strangers give: http or https to a host all of whose addresses are public, or in a network
 * that the operator allows.
 */
public final class CallbackAddresses {
    /** Networks that are not of the public internet (IANA special-purpose address registries, RFC 6890). */
    private static final List<Network> SPECIAL = networks(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "::/96",
            "::ffff:0:0/96",
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "100::/64",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "fc00::/7",
            "fe80::/9",
            "ff00::/8");

    private static final int LONGEST_URL = 2_000;

    private final Resolver resolver;
    private final List<Network> allowed;

    /** Lookup of a host's addresses. */
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    /** Network in CIDR form. */
    private record Network(byte[] address, int bits) {
        static Network of(String text) {
            String[] parts = text.split("/", 2);
            if (parts.length == 2 && parts[0].matches("[0-9a-fA-F.:]+") && parts[1].matches("[0-9]{1,3}")) {
                try {
                    byte[] bytes = raw(parts[0]);
                    int bits = Integer.parseInt(parts[1]);
                    if (bits <= 8 * bytes.length) {
                        return new Network(bytes, bits);
                    }
                } catch (UnknownHostException e) { // refused below
                }
            }
            throw new IllegalArgumentException("'" + text + "' is no network such as 10.0.0.0/8");
        }

        /** Bytes of an address; those of {@code ::ffff:0:0} stay 16, which Java makes 4. */
        private static byte[] raw(String text) throws UnknownHostException {
            byte[] bytes = InetAddress.getByName(text).getAddress();
            return text.contains(":") && bytes.length == 4 ? mapped(bytes) : bytes;
        }

        boolean contains(byte[] other) {
            if (other.length != address.length) {
                return false;
            }
            for (int i = 0; i < bits; i++) {
                int mask = 0x80 >> i % 8;
                if ((address[i / 8] & mask) != (other[i / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** @param allow networks in CIDR form that are allowed although they are not public */
    public CallbackAddresses(List<String> allow, Resolver resolver) {
        this.allowed = networks(allow.toArray(String[]::new));
        this.resolver = resolver;
    }

    /** @throws IllegalArgumentException if it is no network in CIDR form */
    public static void checkNetwork(String text) {
        Network.of(text);
    }

    private static List<Network> networks(String... texts) {
        return Arrays.stream(texts).map(Network::of).toList();
    }

    private static byte[] mapped(byte[] v4) {
        byte[] bytes = new byte[16];
        bytes[10] = (byte) 0xff;
        bytes[11] = (byte) 0xff;
        System.arraycopy(v4, 0, bytes, 12, 4);
        return bytes;
    }

    /** @throws Problem if no callback may go there */
    public URI checked(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw refused("it is no URL");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!List.of("http", "https").contains(scheme) || uri.getHost() == null || url.length() > LONGEST_URL) {
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
        return uri;
    }

    private static Problem refused(String why) {
        return Problem.of(ProblemCode.CALLBACK_REFUSED, "'callback_url' is refused: " + why);
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
        List<InetAddress> good = new ArrayList<>();
        for (InetAddress each : addresses) {
            if (!isAllowed(each)) {
                throw new UnknownHostException("the host '" + host + "' has the address " + each.getHostAddress()
                        + ", which is not public; the operator may allow it by [callbacks] allow");
            }
            good.add(each);
        }
        if (good.isEmpty()) {
            throw new UnknownHostException("the host '" + host + "' has no address");
        }
        return good.toArray(InetAddress[]::new);
    }

    private boolean isAllowed(InetAddress address) {
        byte[] bytes = address.getAddress();
        byte[] v6 = address instanceof Inet4Address ? mapped(bytes) : bytes;
        if (allowed.stream().anyMatch(each -> each.contains(bytes) || each.contains(v6))) {
            return true;
        }
        return SPECIAL.stream().noneMatch(each -> each.contains(bytes));
    }
}
