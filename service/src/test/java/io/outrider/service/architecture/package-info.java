/** Rules for the packages of the service. */
package io.outrider.service.architecture;
