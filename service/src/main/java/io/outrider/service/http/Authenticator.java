package io.outrider.service.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.outrider.service.accounts.Accounts;
import io.outrider.service.accounts.Identity;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Caller of a request by its {@code Authorization} header: {@code APIToken TOKEN} or {@code Bearer TOKEN}. */
public record Authenticator(Accounts accounts) {
    /** Handler of a request whose caller is known. */
    @FunctionalInterface
    public interface IdentifiedHandler {
        void handle(Context request, Identity caller) throws Exception;
    }

    /** Handler that answers 401 to requests without a valid token. */
    public Handler identified(IdentifiedHandler handler) {
        return request -> handler.handle(request, identity(request));
    }

    /** The same for containers: 403 without the account's add-on. */
    public Handler withContainers(IdentifiedHandler handler) {
        return identified((request, caller) -> {
            if (!caller.containers()) {
                throw Problem.of(
                        ProblemCode.NO_CONTAINER_ADDON,
                        "the account does not have the container add-on; the operator enables it with"
                                + " 'outrider-service account containers'");
            }
            handler.handle(request, caller);
        });
    }

    /** Words of the header; the scheme, of any case, in small letters, and both empty without the header. */
    record Credentials(String scheme, String token) {}

    /** @throws Problem if the header is there more than once, of which proxies might read the other one */
    static Credentials credentials(Context request) {
        List<String> headers = Collections.list(request.req().getHeaders("Authorization"));
        if (headers.size() > 1) {
            throw Problem.of(ProblemCode.MALFORMED_REQUEST, "the header Authorization is repeated; send one");
        }
        String[] words = (headers.isEmpty() ? "" : headers.get(0)).strip().split(" +", 2);
        return new Credentials(words[0].toLowerCase(Locale.ROOT), words.length == 2 ? words[1] : "");
    }

    /** @throws Problem without a valid token */
    public Identity identity(Context request) {
        Credentials sent = credentials(request);
        Optional<Identity> identity = switch (sent.scheme()) {
            case "apitoken" -> accounts.ofApiToken(sent.token());
            case "bearer" -> accounts.ofSessionToken(sent.token());
            default ->
                throw unauthenticated(
                        "send 'Authorization: APIToken TOKEN', or 'Authorization: Bearer TOKEN' after a login");
        };
        Identity caller = identity.orElseThrow(
                () -> unauthenticated("the token is unknown, withdrawn or expired; log in again, or use another one"));
        request.attribute(ClientThreads.OWNER, caller.toString());
        return caller;
    }

    private static Problem unauthenticated(String detail) {
        return Problem.of(ProblemCode.NOT_AUTHENTICATED, detail);
    }
}
