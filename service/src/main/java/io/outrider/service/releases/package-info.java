/** Container releases: registries, projects, releases, rollouts in waves, and the documents that units get. */
package io.outrider.service.releases;
