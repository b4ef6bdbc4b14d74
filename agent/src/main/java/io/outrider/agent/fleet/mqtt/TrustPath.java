package io.outrider.agent.fleet.mqtt;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Certificates of a peer's chain that matter to this unit: from its own to the one that a trusted authority has signed. A peer
 * may send more, such as an authority's older certificate.
 *
 * @param authority absent if none of the trusted ones has signed any of them
 */
record TrustPath(List<X509Certificate> certificates, Optional<X509Certificate> authority) {
    static TrustPath of(List<X509Certificate> chain, List<X509Certificate> authorities) {
        List<X509Certificate> path = new ArrayList<>();
        Optional<X509Certificate> next = chain.stream().findFirst();
        while (next.isPresent() && !path.contains(next.get())) {
            X509Certificate each = next.get();
            path.add(each);
            Optional<X509Certificate> authority = authorities.stream()
                    .filter(one -> one.equals(each) || isSigned(each, one))
                    .findFirst();
            if (authority.isPresent()) {
                return new TrustPath(List.copyOf(path), authority);
            }
            next = chain.stream().filter(one -> isSigned(each, one)).findFirst();
        }
        return new TrustPath(List.copyOf(path), Optional.empty());
    }

    private static boolean isSigned(X509Certificate certificate, X509Certificate by) {
        if (!certificate.getIssuerX500Principal().equals(by.getSubjectX500Principal())) {
            return false;
        }
        try {
            certificate.verify(by.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false; // another key of the same name
        }
    }
}
