package io.outrider.agent.daemon;

/** Handler of SIGHUP; defers the reload until the daemon is ready. Any thread. */
public final class SighupHandler implements Runnable {
    private Runnable reload; // null until ready
    private boolean pending;

    @Override
    public synchronized void run() {
        if (reload == null) {
            pending = true;
        } else {
            reload.run();
        }
    }

    /** Sets the reload action; runs it at once if a signal is pending. */
    public synchronized void ready(Runnable action) {
        reload = action;
        if (pending) {
            action.run();
        }
    }
}
