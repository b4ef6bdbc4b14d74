/** Container registries, asked before a release is applied: manifests, sizes, digests. */
package io.outrider.docker.registry;
