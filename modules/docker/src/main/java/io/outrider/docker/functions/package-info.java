/** Functions on containers, images and registries that do not belong to a release. */
package io.outrider.docker.functions;
