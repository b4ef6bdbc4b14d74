package io.outrider.service.accounts;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;

/** JSON Web Tokens of users who logged in (RFC 7519), HS256; the subject is the number of the user. */
public final class SessionTokens {
    private static final String AUDIENCE = "outrider-service";

    private final byte[] key;
    private final Duration lifetime;
    private final Clock clock;

    public SessionTokens(MasterKey key, Duration lifetime, Clock clock) {
        this.key = key.derived("session tokens");
        this.lifetime = lifetime;
        this.clock = clock;
    }

    public String issue(long user) {
        Instant now = clock.instant();
        SignedJWT token = new SignedJWT(
                new JWSHeader(JWSAlgorithm.HS256),
                new JWTClaimsSet.Builder()
                        .subject(Long.toString(user))
                        .audience(AUDIENCE)
                        .issueTime(Date.from(now))
                        .expirationTime(Date.from(now.plus(lifetime)))
                        .build());
        try {
            token.sign(new MACSigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }

    /** @return number of the user; empty for a token that is malformed, forged or expired */
    public Optional<Long> user(String token) {
        try {
            SignedJWT read = SignedJWT.parse(token);
            JWTClaimsSet claims = read.getJWTClaimsSet();
            boolean valid = read.getHeader().getAlgorithm().equals(JWSAlgorithm.HS256)
                    && read.verify(new MACVerifier(key))
                    && claims.getAudience().contains(AUDIENCE)
                    && claims.getExpirationTime() != null
                    && clock.instant().isBefore(claims.getExpirationTime().toInstant());
            return valid ? Optional.of(Long.parseLong(claims.getSubject())) : Optional.empty();
        } catch (Exception e) { // any text may come as a token
            return Optional.empty();
        }
    }
}
