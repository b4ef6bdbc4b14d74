/** The service's own certificate authority, and the certificate of its broker. */
package io.outrider.service.tls;
