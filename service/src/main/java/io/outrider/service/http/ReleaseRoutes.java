package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.problem.Problem;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.Projects;
import io.outrider.service.releases.Registries;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Registries, projects and releases of the caller's account (specification, 4.4); all need the container add-on. */
public record ReleaseRoutes(
        Registries registries,
        Projects projects,
        ProjectReleases releases,
        Authenticator authenticator,
        OpenApiDocument document,
        BodyMemory memory)
        implements Routes {
    private static final String PROJECT = "/docker/projects/{project}/";
    static final String RELEASE = PROJECT + "releases/{release}/";

    /** Action for the caller's account, with its answer. */
    @FunctionalInterface
    private interface Action {
        Object run(long account, Context request);
    }

    /** Elements of a list of the caller's account, one after the other. */
    @FunctionalInterface
    private interface Elements {
        void list(long account, Context request, Consumer<ObjectNode> to);
    }

    private Handler ok(Action action) {
        return answering(HttpStatus.OK, action);
    }

    private Handler created(Action action) {
        return answering(HttpStatus.CREATED, action);
    }

    private Handler answering(HttpStatus status, Action action) {
        return authenticator.withContainers((request, caller) -> {
            request.status(status);
            memory.answer(request, caller.account(), () -> action.run(caller.account(), request));
        });
    }

    private Handler listed(Elements elements) {
        return authenticator.withContainers((request, caller) -> memory.answerArray(
                request,
                caller.account(),
                to -> elements.list(
                        caller.account(),
                        request,
                        each -> to.accept(each.toString().getBytes(StandardCharsets.UTF_8)))));
    }

    private Handler deleted(BiConsumer<Long, Context> action) {
        return authenticator.withContainers((request, caller) -> {
            action.accept(caller.account(), request);
            request.status(HttpStatus.NO_CONTENT);
        });
    }

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        addRegistries(routes, "/docker/registries/");
        addProjects(routes, "/docker/projects/");
        addReleases(routes, PROJECT + "releases/");
        routes.get(RELEASE + "deployments/", ok((account, r) -> releases.deployments(account, project(r), release(r))));
        routes.post(RELEASE + "stop/", ok((account, r) -> releases.stop(account, project(r), release(r))));
        routes.post(RELEASE + "resume/", ok((account, r) -> releases.resume(account, project(r), release(r))));
        routes.post(RELEASE + "rollback/", ok((account, r) -> releases.rollBack(account, project(r), release(r))));
    }

    private void addRegistries(JavalinDefaultRoutingApi routes, String all) {
        String one = all + "{registry}/";
        routes.get(all, ok((account, r) -> registries.list(account)));
        routes.post(all, created((account, r) -> registries.create(account, body(r, "NewRegistry"))));
        routes.get(one, ok((account, r) -> registries.get(account, id(r, "registry"))));
        routes.put(
                one, ok((account, r) -> registries.update(account, id(r, "registry"), body(r, "NewRegistry"), true)));
        routes.patch(
                one,
                ok((account, r) -> registries.update(account, id(r, "registry"), body(r, "RegistryChange"), false)));
        routes.delete(one, deleted((account, r) -> registries.delete(account, id(r, "registry"))));
    }

    private void addProjects(JavalinDefaultRoutingApi routes, String all) {
        routes.get(all, listed((account, r, to) -> projects.list(account, to)));
        routes.post(all, created((account, r) -> projects.create(account, body(r, "NewProject"))));
        routes.get(PROJECT, ok((account, r) -> projects.get(account, project(r))));
        routes.put(PROJECT, ok((account, r) -> projects.update(account, project(r), body(r, "NewProject"), true)));
        routes.patch(
                PROJECT, ok((account, r) -> projects.update(account, project(r), body(r, "ProjectChange"), false)));
        routes.delete(PROJECT, deleted((account, r) -> projects.delete(account, project(r))));
    }

    private void addReleases(JavalinDefaultRoutingApi routes, String all) {
        routes.get(all, listed((account, r, to) -> releases.list(account, project(r), to)));
        routes.post(all, created((account, r) -> releases.create(account, project(r), body(r, "NewRelease"))));
        routes.get(all + "active/", ok((account, r) -> releases.active(account, project(r))));
        routes.get(RELEASE, ok((account, r) -> releases.get(account, project(r), release(r))));
        routes.put(RELEASE, ok((account, r) -> change(account, r, "NewRelease")));
        routes.patch(RELEASE, ok((account, r) -> change(account, r, "ReleaseChange")));
        routes.delete(RELEASE, deleted((account, r) -> releases.delete(account, project(r), release(r))));
    }

    private Object change(long account, Context request, String schema) {
        return releases.update(account, project(request), release(request), body(request, schema));
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
