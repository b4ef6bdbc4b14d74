/** The HTTP server: requests checked against the OpenAPI document, callers by their token, errors as problems. */
package io.outrider.service.http;
