// Shows the OpenAPI document. A bare token in "Authorize" gets its scheme.
SwaggerUIBundle({
    url: '../openapi.json',
    dom_id: '#api',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    requestInterceptor: request => {
        const value = request.headers.Authorization;
        if (value && !value.includes(' ')) {
            request.headers.Authorization = 'APIToken ' + value;
        }
        return request;
    },
});
