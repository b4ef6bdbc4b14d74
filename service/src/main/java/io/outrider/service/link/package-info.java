/** The link to the units: topics of the broker, messages from units and to them. */
package io.outrider.service.link;
