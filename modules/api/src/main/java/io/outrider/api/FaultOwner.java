package io.outrider.api;

/**
 * Owner of an internal fault, to whom it is reported: the developers of outrider, or the author of a module of their own.
 *
 * @param module name of the module; empty for outrider
 */
public record FaultOwner(String module) {
    public static final FaultOwner OUTRIDER = new FaultOwner("");

    private static final String DISTRIBUTION = "io.outrider.";

    /** @param type class of the module, whose package tells modules of the distribution from others */
    public static FaultOwner of(String module, Class<?> type) {
        return type.getName().startsWith(DISTRIBUTION) ? OUTRIDER : new FaultOwner(module);
    }

    /** Sentence for callers and people. */
    public String sentence() {
        return module.isEmpty()
                ? FaultText.SENTENCE
                : "a fault in module " + module + "; report it to its author with what the log has of it";
    }

    /** End of a log line that has a stack trace. */
    public String logSuffix() {
        return module.isEmpty()
                ? FaultText.LOG_SUFFIX
                : "; please report it to the author of module " + module
                        + ", with this line and the stack trace below it";
    }

    /** Failure of a call. The exception is for the log and not part of the sentence. */
    public Failure failure(String where, Throwable cause) {
        return new Failure(CommonErrors.FAULT, where + ": " + sentence(), cause);
    }
}
