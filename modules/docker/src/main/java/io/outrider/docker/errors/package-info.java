/** Error codes of the module. */
package io.outrider.docker.errors;
