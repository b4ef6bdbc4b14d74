package io.outrider.agent.daemon;

import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registration of signal handlers. The JDK offers them only through {@code sun.misc.Signal}, which is called by reflection
 * because javac warns about its use.
 */
public final class SignalHandlers {
    private static final Logger LOG = LoggerFactory.getLogger(SignalHandlers.class);

    private SignalHandlers() {}

    /** @param name without SIG: {@code HUP} */
    public static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object adapter = Proxy.newProxyInstance(
                    SignalHandlers.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), adapter);
        } catch (ReflectiveOperationException e) {
            LOG.warn("no handler for SIG{}: this JVM offers none", name);
            LOG.debug("no handler", e);
        }
    }
}
