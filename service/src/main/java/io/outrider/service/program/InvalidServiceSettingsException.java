package io.outrider.service.program;

/** Settings that cannot be used; the message is for the operator. */
final class InvalidServiceSettingsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvalidServiceSettingsException(String key, String rule) {
        super("'" + key + "' " + rule, null, false, false);
    }

    InvalidServiceSettingsException(String message) {
        super(message, null, false, false);
    }
}
