package io.outrider.api;

/** What a function knows of the call it serves, and how it says how far it is. Any thread, for as long as the call lasts. */
public interface Call {
    /** The job's id, 20 digits for one of the fleet's; empty where the call belongs to no job. */
    String jid();

    /**
     * Tells whoever asked how far the call is. Cheap: may be called often, a part of it is passed on.
     *
     * @param done so far, in units
     * @param total in all, in units; 0 while unknown
     * @param unit what is counted: {@code bytes}, {@code steps}, {@code s}
     * @param what is being done now, for people
     */
    void progress(long done, long total, String unit, String what);

    /**
     * Takes memory for a large result, and says whether there is any: all calls share it. To be asked before the memory is
     * used, a part at a time. It is given back when the result has been written.
     *
     * @return false if the rest of the result has to be left out, which it says
     */
    default boolean reserve(long bytes) {
        return true;
    }

    /** A call that belongs to no job and whose progress nobody watches. */
    static Call ofNobody() {
        return new Call() {
            @Override
            public String jid() {
                return "";
            }

            @Override
            public void progress(long done, long total, String unit, String what) {
                // nobody watches
            }
        };
    }
}
