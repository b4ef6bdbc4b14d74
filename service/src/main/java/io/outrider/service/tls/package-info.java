/** The service's own certificate authority, the certificate of its broker, and those of units. */
package io.outrider.service.tls;
