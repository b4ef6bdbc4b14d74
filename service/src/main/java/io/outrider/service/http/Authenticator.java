package io.outrider.service.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.outrider.service.accounts.Accounts;
import io.outrider.service.accounts.Identity;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
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

    /** @throws Problem without a valid token */
    public Identity identity(Context request) {
        String header = request.header("Authorization");
        if (header == null) {
            throw unauthenticated(
                    "send 'Authorization: APIToken TOKEN', or 'Authorization: Bearer TOKEN' after a login");
        }
        String[] words = header.strip().split(" +", 2);
        if (words.length < 2) {
            throw unauthenticated("the Authorization header has a scheme and a token");
        }
        Optional<Identity> identity = switch (words[0].toLowerCase(java.util.Locale.ROOT)) {
            case "apitoken" -> accounts.ofApiToken(words[1]);
            case "bearer" -> accounts.ofSessionToken(words[1]);
            default -> throw unauthenticated("the scheme of the Authorization header is APIToken or Bearer");
        };
        Identity caller = identity.orElseThrow(
                () -> unauthenticated("the token is unknown, withdrawn or expired; log in again, or use another one"));
        request.attribute(SlowClients.OWNER, caller.toString());
        return caller;
    }

    private static Problem unauthenticated(String detail) {
        return Problem.of(ProblemCode.NOT_AUTHENTICATED, detail);
    }
}
