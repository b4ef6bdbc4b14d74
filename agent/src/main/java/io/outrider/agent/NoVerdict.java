package io.outrider.agent;

import io.outrider.agent.jobs.Outlet;

/** For a message of which the next will say it again. */
record NoVerdict() implements Outlet.Verdict {
    @Override
    public void acknowledged() {
        // good
    }

    @Override
    public void failed() {
        // it is said again with the next connection
    }

    @Override
    public void refused(String why, boolean forGood) {
        // the link tells that in its health
    }
}
