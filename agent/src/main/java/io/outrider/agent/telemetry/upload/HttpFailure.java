package io.outrider.agent.telemetry.upload;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Readable reasons of failed HTTP requests. */
public final class HttpFailure {
    private HttpFailure() {}

    /**
     * @param url name of the address, for "check NAME"
     * @param ca name of the setting with the authorities
     */
    public static String reason(Exception e, String url, String ca) {
        if (e instanceof UnknownHostException) {
            return "the name of the server is not known: check " + url + ", or wait for the network";
        }
        if (e instanceof SocketTimeoutException) {
            return "the server does not answer in time";
        }
        if (e instanceof NoRouteToHostException) {
            return "no way leads to the server: check " + url + ", or wait for the network";
        }
        if (e instanceof SSLException
                && has(e, it -> it instanceof CertPathValidatorException || it instanceof CertPathBuilderException)) {
            return "the server's certificate is not signed by whom the unit trusts, or not valid now: check " + ca
                    + ", and the unit's clock";
        }
        if (e instanceof SSLException && has(e, CertificateException.class::isInstance)) {
            return "the server's certificate is for another name: check " + url;
        }
        if (e instanceof SocketException
                && "Unexpected end of file from server".equals(e.getMessage())) { // text of HttpURLConnection
            return "the server closed the connection without an answer: check " + url;
        }
        return e instanceof IOException ? IoReason.of(e) : "the connection was closed";
    }

    private static boolean has(Throwable failure, Predicate<Throwable> cause) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).anyMatch(cause);
    }
}
