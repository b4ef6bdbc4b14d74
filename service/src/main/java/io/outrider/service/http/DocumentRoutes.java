package io.outrider.service.http;

import io.javalin.router.JavalinDefaultRoutingApi;

/** The OpenAPI document. */
public final class DocumentRoutes implements Routes {
    private final String json;

    public DocumentRoutes(OpenApiDocument document) {
        json = document.json().toString();
    }

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.get("/openapi.json", request -> request.result(json).contentType("application/json"));
    }
}
