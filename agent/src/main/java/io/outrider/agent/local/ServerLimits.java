package io.outrider.agent.local;

/**
 * What the JDK's server takes from anybody. It has no other way to be told than properties of the process, read once
 * when its classes are loaded; what the command line of the process says goes before.
 */
final class ServerLimits {
    private ServerLimits() {}

    static void set() {
        set(
                "sun.net.httpserver.nodelay",
                "true"); // else each piece of an answer waits 40 ms for the last one's receipt
        set("sun.net.httpserver.maxReqTime", "10"); // seconds until a request has to be complete
        set("sun.net.httpserver.maxReqHeaders", "50");
        set("sun.net.httpserver.maxReqHeaderSize", "16384");
        set("sun.net.httpserver.maxIdleConnections", "8");
        set("sun.net.httpserver.idleInterval", "10"); // seconds
        set("jdk.httpserver.maxConnections", "128");
    }

    private static void set(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }
}
