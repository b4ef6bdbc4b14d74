package io.outrider.agent.link;

import io.outrider.api.IoReason;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.eclipse.paho.mqttv5.common.MqttException;

/** Says in a sentence what an exception means and what to do. */
final class Troubles {
    private static final Pattern CERTIFICATE_ALERTS =
            Pattern.compile("certificate|unknown_ca|access_denied|decrypt_error");

    private final Address address;
    private final LinkSettings settings;

    Troubles(Address address, LinkSettings settings) {
        this.address = address;
        this.settings = settings;
    }

    LinkFailure explain(Throwable trouble) {
        for (Throwable each = trouble; each != null; each = each.getCause()) {
            String sentence = sentence(each);
            if (sentence != null) {
                return new LinkFailure(sentence, trouble);
            }
        }
        return new LinkFailure(
                trouble == null
                        ? "the connection to " + address + " ended"
                        : "the connection to " + address + " failed" + words(trouble),
                trouble);
    }

    /** What is known of a trouble that nobody expects. */
    static String words(Throwable trouble) {
        if (trouble instanceof MqttException mqtt) {
            return " (reason code " + mqtt.getReasonCode() + " of the MQTT client)";
        }
        return trouble instanceof IOException io ? " (" + IoReason.of(io) + ")" : "; please report it";
    }

    /** For reason codes of CONNACK and DISCONNECT. */
    String reason(int code) {
        return switch (code) {
            case 0x86, 4 -> "the broker refuses user or password: check [link] user and password_file";
            case 0x87, 5 -> "the broker does not allow this unit in: " + credentials();
            case 0x85, 2 -> "the broker refuses the unit's id as client id: check the id";
            case 0x84, 1 -> "the broker does not speak MQTT 5: ask whoever runs " + address;
            case 0x88, 3, 0x89, 0x97, 0x9F -> "the broker " + address + " is unavailable or has no room: wait";
            case 0x8A -> "the broker has banned this unit: ask whoever runs " + address;
            case 0x8B -> "the broker " + address + " shuts down: wait";
            case 0x8D -> "the broker heard nothing from the unit for too long";
            case 0x8E -> "somebody else connected with this unit's id: look for a second agent or a copied unit";
            case 0x95 -> "a message was too long for the broker";
            case 0x98 -> "the broker's administrator ended the connection";
            default -> null;
        };
    }

    private String sentence(Throwable each) {
        if (each instanceof UnknownHostException) {
            return "the name " + address.host() + " is not known: check [link] url, or wait for the network";
        }
        if (each instanceof SocketTimeoutException) {
            return address + " does not answer: check [link] url, or wait for the network";
        }
        if (each instanceof ConnectException || each instanceof NoRouteToHostException) {
            return "nothing accepts connections at " + address + ": check [link] url, or wait for the broker";
        }
        if (each instanceof SSLException ssl) {
            return tls(ssl);
        }
        if (each instanceof EOFException || each instanceof SocketException) {
            return address + " closed the connection";
        }
        if (each instanceof MqttException mqtt) {
            if (mqtt.getReasonCode() == MqttException.REASON_CODE_MALFORMED_PACKET) {
                return "what answers at " + address + " does not speak MQTT 5: check [link] url";
            }
            String reason = reason(mqtt.getReasonCode());
            return reason == null
                            && mqtt.getCause() == null
                            && mqtt.getReasonCode() >= 0x80
                            && mqtt.getReasonCode() < 256
                    ? "the broker refuses with reason code 0x" + Integer.toHexString(mqtt.getReasonCode())
                    : reason;
        }
        return null;
    }

    private String tls(SSLException ssl) {
        if (has(ssl, CertificateExpiredException.class) || has(ssl, CertificateNotYetValidException.class)) {
            return "the broker's certificate is not valid now: check the unit's clock, then the broker's certificate";
        }
        if (has(ssl, CertPathValidatorException.class) || has(ssl, CertPathBuilderException.class)) {
            return "the broker's certificate is not signed by whom the unit trusts: check [link] ca";
        }
        if (ssl.getCause() instanceof CertificateException) {
            return "the broker's certificate is not for " + address.host() + ": check [link] url, or the certificate";
        }
        String text = String.valueOf(ssl.getMessage());
        if (text.contains("Received fatal alert")) {
            return refusal(text);
        }
        return "no TLS with " + address + ": check whether it is a broker's TLS port (" + IoReason.of(ssl) + ")";
    }

    private static boolean has(Throwable trouble, Class<? extends Throwable> cause) {
        return trouble != null && (cause.isInstance(trouble) || has(trouble.getCause(), cause));
    }

    private String credentials() {
        if (settings.user() != null) {
            return "check [link] user and password_file, and whether the unit is enrolled";
        }
        return settings.certificate() != null
                ? "check [link] certificate and key, and whether the unit is enrolled"
                : "it wants [link] user and password_file, or certificate and key";
    }

    /** The alerts that are about a certificate; TLS 1.3 sends them after the handshake. */
    private String refusal(String alert) {
        if (!CERTIFICATE_ALERTS.matcher(alert).find()) {
            return "the broker refuses TLS with this unit: ask whoever runs " + address + " (" + alert + ")";
        }
        return settings.certificate() == null
                ? "the broker wants a certificate of this unit: set [link] certificate and key (" + alert + ")"
                : "the broker refuses this unit's certificate: check [link] certificate and key (" + alert + ")";
    }
}
