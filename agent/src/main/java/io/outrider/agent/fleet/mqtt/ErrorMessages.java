package io.outrider.agent.fleet.mqtt;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.eclipse.paho.mqttv5.common.MqttException;

/** Error messages for the operator: an exception's meaning and what to do about it. */
record ErrorMessages(BrokerAddress address, LinkSettings settings) {
    private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");
    private static final Pattern CERTIFICATE_ALERT =
            Pattern.compile("Received fatal alert: \\w*(certificate|unknown_ca|access_denied|decrypt_error)");

    LinkFailure explain(Throwable trouble) {
        for (Throwable each = trouble; each != null; each = each.getCause()) {
            String sentence = sentence(each);
            if (sentence != null) {
                return new LinkFailure(sentence, trouble);
            }
        }
        return new LinkFailure(
                trouble == null ? "the connection to " + address + " ended" : "the link failed: protocol error",
                trouble);
    }

    private String advice(int code) {
        return switch (code) {
            case 0x84 -> "ask whoever runs " + address;
            case 0x85 -> "check the unit's id, which is its client id";
            case 0x86 -> "check [link] user and password_file";
            case 0x87 -> credentials();
            case 0x88, 0x89, 0x8B, 0x97, 0x9F -> "wait";
            case 0x8A -> "ask whoever runs " + address + " why this unit is banned";
            case 0x8D -> "it heard nothing from the unit for too long";
            case 0x8E -> "somebody else connected with this unit's id: look for a second agent or a copied unit";
            case 0x95 -> "a message was too long for it";
            default -> null;
        };
    }

    private String withAdvice(String what, int code) {
        String advice = advice(code);
        return what + ReasonCodes.name(code) + (advice == null ? "" : "; " + advice);
    }

    private String sentence(Throwable each) {
        if (each instanceof PacketException) {
            return each.getMessage();
        }
        if (each instanceof DisconnectException end) {
            return withAdvice("the broker ended the connection: ", end.code)
                    + (end.reason == null ? "" : " (it says: " + end.reason + ")");
        }
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
            return paho(mqtt);
        }
        if (each instanceof IOException) {
            return "the connection to " + address + " ended";
        }
        // Paho's threads only process the broker's packets
        return each instanceof RuntimeException ? PacketException.NOT_ALLOWED : null;
    }

    private String paho(MqttException e) {
        int code = e.getReasonCode();
        if (code >= 0x80 && code <= 0xFF) {
            return withAdvice("the broker refuses the connection: ", code);
        }
        String sentence = ReasonCodes.ofPaho(code);
        return sentence == null && e.getCause() == null && ReasonCodes.isEnd(code)
                ? "the connection to " + address + " ended"
                : sentence;
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
        Matcher alert = ALERT.matcher(String.valueOf(ssl.getMessage()));
        return alert.find()
                ? refusal(ssl, alert.group(1))
                : "no TLS with " + address + ": check whether it is a broker's TLS port";
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

    /** Refusal of who the unit says that it is: by a TLS alert, or in its CONNACK. */
    static boolean isRefusal(Throwable trouble) {
        return trouble instanceof MqttException mqtt && (mqtt.getReasonCode() == 0x86 || mqtt.getReasonCode() == 0x87)
                || trouble instanceof SSLException
                        && CERTIFICATE_ALERT
                                .matcher(String.valueOf(trouble.getMessage()))
                                .find()
                || trouble != null && isRefusal(trouble.getCause());
    }

    /** TLS alerts about a certificate; TLS 1.3 sends them after the handshake. */
    private String refusal(SSLException ssl, String alert) {
        if (!isRefusal(ssl)) {
            return "the broker refuses TLS with this unit: ask whoever runs " + address + " (alert " + alert + ")";
        }
        return settings.certificate() == null
                ? "the broker wants a certificate of this unit: set [link] certificate and key (alert " + alert + ")"
                : "the broker refuses this unit's certificate: check [link] certificate and key (alert " + alert + ")";
    }
}
