package io.outrider.agent.daemon;

/** SIGHUP: a wish to reload, which is kept until there is something to reload. Any thread. */
public final class SighupHandler implements Runnable {
    private Runnable reload; // null until it can be done
    private boolean wished;

    /** The signal has come. */
    @Override
    public synchronized void run() {
        if (reload == null) {
            wished = true;
        } else {
            reload.run();
        }
    }

    /** From now on it can be done; at once, if it was wished before. */
    public synchronized void ready(Runnable how) {
        reload = how;
        if (wished) {
            how.run();
        }
    }
}
