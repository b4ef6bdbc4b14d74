package io.outrider.service.http;

import io.javalin.router.JavalinDefaultRoutingApi;

/** Endpoints of one subject. */
@FunctionalInterface
public interface Routes {
    void addTo(JavalinDefaultRoutingApi routes);
}
