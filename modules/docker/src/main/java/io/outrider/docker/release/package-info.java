/** Releases as the fleet desires them: documents, start parameters, owner's policy, signatures. Opens nothing. */
package io.outrider.docker.release;
