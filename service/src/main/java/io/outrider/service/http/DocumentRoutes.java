package io.outrider.service.http;

import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.util.Map;

/** The OpenAPI document, and the page at {@code /docs/} that shows it and sends requests; nothing of it comes from elsewhere. */
public final class DocumentRoutes implements Routes {
    /** Files of the page, in the resource folder {@code docs}; those of Swagger UI get there by the build. */
    private static final Map<String, String> TYPES = Map.of(
            "index.html", "text/html; charset=utf-8",
            "start.js", "text/javascript; charset=utf-8",
            "swagger-ui-bundle.js", "text/javascript; charset=utf-8",
            "swagger-ui.css", "text/css; charset=utf-8",
            "favicon-32x32.png", "image/png");

    private static final String CONTENT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final String json;

    public DocumentRoutes(OpenApiDocument document) {
        json = document.json().toString();
    }

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.get("/openapi.json", request -> request.result(json).contentType("application/json"));
        routes.get("/", request -> request.redirect("docs/"));
        routes.get("/docs/", request -> {
            if (request.path().endsWith("/")) {
                file(request, "index.html");
            } else {
                request.redirect("docs/");
            }
        });
        routes.get("/docs/{file}", request -> file(request, request.pathParam("file")));
    }

    private static void file(Context request, String name) {
        if (!TYPES.containsKey(name)) {
            throw Problem.of(ProblemCode.NOT_FOUND, "there is no such path; /docs/ is the page of the API");
        }
        request.header("Content-Security-Policy", CONTENT_POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cache-Control", "no-cache")
                .contentType(TYPES.get(name))
                .result(DocumentRoutes.class.getResourceAsStream("/docs/" + name));
    }
}
