package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.accounts.Accounts;
import io.outrider.service.accounts.Accounts.ApiToken;
import io.outrider.service.accounts.Identity;
import io.outrider.service.accounts.LoginLimit;
import io.outrider.service.database.Times;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;

/** Login, and the API tokens of the caller's account. */
public record AccountRoutes(Accounts accounts, Authenticator authenticator, LoginLimit limit, OpenApiDocument document)
        implements Routes {
    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.post("/auth/login/", this::login);
        routes.get("/auth/tokens/", authenticator.identified(this::listTokens));
        routes.post("/auth/tokens/", authenticator.identified(this::createToken));
        routes.delete("/auth/tokens/{token}/", authenticator.identified(this::deleteToken));
    }

    private void login(Context request) {
        JsonNode body = RequestBody.checked(request, document, "Login");
        String email = body.get("email").textValue();
        limit.take("log in", email.strip().toLowerCase(java.util.Locale.ROOT), ClientAddress.of(request));
        String token = accounts.login(email, body.get("password").textValue())
                .orElseThrow(() -> Problem.of(ProblemCode.LOGIN_FAILED, "e-mail address or password is wrong"));
        request.json(Map.of("token", token));
    }

    private void listTokens(Context request, Identity caller) {
        request.json(accounts.tokens(caller.account()).stream()
                .map(AccountRoutes::json)
                .toList());
    }

    private void createToken(Context request, Identity caller) {
        JsonNode body = RequestBody.checked(request, document, "NewToken");
        String name = body.get("name").textValue();
        String token = accounts.createToken(caller.account(), name, expires(body.path("expires")));
        ObjectNode json = accounts.tokens(caller.account()).stream()
                .filter(each -> each.name().equals(name.strip()))
                .findFirst()
                .map(AccountRoutes::json)
                .orElseGet(JsonNodeFactory.instance::objectNode);
        json.put("token", token);
        request.status(201).json(json);
    }

    private static Instant expires(JsonNode text) {
        try {
            return text.isTextual() ? OffsetDateTime.parse(text.textValue()).toInstant() : null;
        } catch (DateTimeException e) {
            throw Problem.body("expires", "'expires' is ISO 8601 with its zone, such as 2027-01-01T00:00:00Z");
        }
    }

    private void deleteToken(Context request, Identity caller) {
        String id = request.pathParam("token");
        if (!id.matches("[0-9]{1,18}") || !accounts.deleteToken(caller.account(), Long.parseLong(id))) {
            throw Problem.notFound("token");
        }
        request.status(204);
    }

    private static ObjectNode json(ApiToken token) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", token.id()).put("name", token.name()).put("created", Times.text(token.created()));
        return json.put("expires", Times.textOrNull(token.expires()));
    }
}
