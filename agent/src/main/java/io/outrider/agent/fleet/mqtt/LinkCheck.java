package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Failure;

/** The files that {@code [link]} names. */
public final class LinkCheck {
    private LinkCheck() {}

    /**
     * Whether an attempt to connect could use them now.
     *
     * @throws Failure with the sentence that the attempt would end with
     */
    public static void check(LinkSettings settings) throws Failure {
        try {
            if (settings.passwordFile() != null) {
                LinkSecrets.read("password_file", settings.passwordFile());
            }
            if (settings.url() != null && BrokerAddress.parse(settings.url()).tls()) {
                TlsContext.context(settings);
            }
        } catch (LinkFailure e) {
            throw new Failure(Failure.Actor.OPERATOR, "BAD_SETTING", e.getMessage(), e);
        }
    }
}
