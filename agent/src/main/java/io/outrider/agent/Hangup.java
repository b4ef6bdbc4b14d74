package io.outrider.agent;

import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGHUP, which asks a daemon to read its settings again. The JDK offers signals only through {@code sun.misc.Signal},
 * which the compiler does not let warning-free code name.
 */
final class Hangup {
    private static final Logger LOG = LoggerFactory.getLogger(Hangup.class);

    private Hangup() {}

    /** @param action run on a thread of the JVM's for each signal */
    static void handle(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours = Proxy.newProxyInstance(
                    Hangup.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), ours);
        } catch (ReflectiveOperationException e) {
            LOG.warn("SIGHUP is not heard here; outrider reload does the same: {}", e.toString());
        }
    }
}
