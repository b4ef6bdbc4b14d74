package io.outrider.agent.fleet.mqtt;

import io.outrider.api.Failure;

/** Check of the files named in {@code [link]}. */
public final class LinkCheck {
    private LinkCheck() {}

    /**
     * Checks that a connection attempt could use the files.
     *
     * @throws Failure with the message that the attempt would end with
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
