package io.outrider.api;

import java.util.Objects;

/** Refusal of one value by the constructor of an argument or settings record. The message is "path: sentence". */
public final class InvalidArgumentException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final String sentence;

    /**
     * @param path name of the argument or key, as the caller writes it; within it with dots and indices
     * @param sentence what is wrong, without the path
     */
    public InvalidArgumentException(String path, String sentence) {
        super(Objects.requireNonNull(path) + ": " + sentence);
        this.path = path;
        this.sentence = sentence;
    }

    private InvalidArgumentException(Failure failure) {
        super(failure.getMessage(), failure);
        this.path = failure.path();
        this.sentence = failure.sentence();
    }

    /** The refusal that a failure describes. */
    public static InvalidArgumentException of(Failure failure) {
        return new InvalidArgumentException(failure);
    }

    /** Empty if unknown. */
    public String path() {
        return path;
    }

    public String sentence() {
        return sentence;
    }
}
