package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.accounts.Identity;
import io.outrider.service.problem.Problem;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.Projects;
import io.outrider.service.releases.Registries;

/** Registries, projects and releases of the caller's account (specification, 4.4); all need the container add-on. */
public final class ReleaseRoutes implements Routes {
    private static final String PROJECT = "/docker/projects/{project}/";
    static final String RELEASE = PROJECT + "releases/{release}/";

    private final Registries registries;
    private final Projects projects;
    private final ProjectReleases releases;
    private final Authenticator authenticator;
    private final OpenApiDocument document;

    public ReleaseRoutes(
            Registries registries,
            Projects projects,
            ProjectReleases releases,
            Authenticator authenticator,
            OpenApiDocument document) {
        this.registries = registries;
        this.projects = projects;
        this.releases = releases;
        this.authenticator = authenticator;
        this.document = document;
    }

    /** Action that answers with a value. */
    @FunctionalInterface
    private interface Action {
        Object run(Context request, Identity caller);
    }

    private io.javalin.http.Handler answering(int status, Action action) {
        return authenticator.withContainers((request, caller) -> {
            Object answer = action.run(request, caller);
            request.status(status);
            if (answer != null) {
                request.json(answer);
            }
        });
    }

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        addRegistries(routes);
        addProjects(routes);
        routes.get(
                PROJECT + "releases/",
                answering(200, (request, caller) -> releases.list(caller.account(), project(request))));
        routes.post(
                PROJECT + "releases/",
                answering(
                        201,
                        (request, caller) ->
                                releases.create(caller.account(), project(request), body(request, "NewRelease"))));
        routes.get(
                PROJECT + "releases/active/",
                answering(200, (request, caller) -> releases.active(caller.account(), project(request))));
        routes.get(
                RELEASE,
                answering(
                        200, (request, caller) -> releases.get(caller.account(), project(request), release(request))));
        routes.put(RELEASE, answering(200, (request, caller) -> change(request, caller, "NewRelease")));
        routes.patch(RELEASE, answering(200, (request, caller) -> change(request, caller, "ReleaseChange")));
        routes.delete(RELEASE, answering(204, (request, caller) -> {
            releases.delete(caller.account(), project(request), release(request));
            return null;
        }));
        routes.get(
                RELEASE + "deployments/",
                answering(
                        200,
                        (request, caller) ->
                                releases.deployments(caller.account(), project(request), release(request))));
        routes.post(
                RELEASE + "stop/",
                answering(
                        200, (request, caller) -> releases.stop(caller.account(), project(request), release(request))));
        routes.post(
                RELEASE + "resume/",
                answering(
                        200,
                        (request, caller) -> releases.resume(caller.account(), project(request), release(request))));
        routes.post(
                RELEASE + "rollback/",
                answering(
                        200,
                        (request, caller) -> releases.rollBack(caller.account(), project(request), release(request))));
    }

    private void addRegistries(JavalinDefaultRoutingApi routes) {
        String one = "/docker/registries/{registry}/";
        routes.get("/docker/registries/", answering(200, (request, caller) -> registries.list(caller.account())));
        routes.post(
                "/docker/registries/",
                answering(201, (request, caller) -> registries.create(caller.account(), body(request, "NewRegistry"))));
        routes.get(one, answering(200, (request, caller) -> registries.get(caller.account(), id(request, "registry"))));
        routes.put(
                one,
                answering(
                        200,
                        (request, caller) -> registries.update(
                                caller.account(), id(request, "registry"), body(request, "NewRegistry"), true)));
        routes.patch(
                one,
                answering(
                        200,
                        (request, caller) -> registries.update(
                                caller.account(), id(request, "registry"), body(request, "RegistryChange"), false)));
        routes.delete(one, answering(204, (request, caller) -> {
            registries.delete(caller.account(), id(request, "registry"));
            return null;
        }));
    }

    private void addProjects(JavalinDefaultRoutingApi routes) {
        routes.get("/docker/projects/", answering(200, (request, caller) -> projects.list(caller.account())));
        routes.post(
                "/docker/projects/",
                answering(201, (request, caller) -> projects.create(caller.account(), body(request, "NewProject"))));
        routes.get(PROJECT, answering(200, (request, caller) -> projects.get(caller.account(), project(request))));
        routes.put(
                PROJECT,
                answering(
                        200,
                        (request, caller) -> projects.update(
                                caller.account(), project(request), body(request, "NewProject"), true)));
        routes.patch(
                PROJECT,
                answering(
                        200,
                        (request, caller) -> projects.update(
                                caller.account(), project(request), body(request, "ProjectChange"), false)));
        routes.delete(PROJECT, answering(204, (request, caller) -> {
            projects.delete(caller.account(), project(request));
            return null;
        }));
    }

    private Object change(Context request, Identity caller, String schema) {
        return releases.update(caller.account(), project(request), release(request), body(request, schema));
    }

    private JsonNode body(Context request, String schema) {
        return RequestBody.checked(request, document, schema);
    }

    static long project(Context request) {
        return id(request, "project");
    }

    static long release(Context request) {
        return id(request, "release");
    }

    private static long id(Context request, String thing) {
        String text = request.pathParam(thing);
        if (!text.matches("[0-9]{1,18}")) {
            throw Problem.notFound(thing);
        }
        return Long.parseLong(text);
    }
}
