/**
 * Desired state: the document of the service, and the report of the unit about it. The last valid document is stored on
 * the disk and applies without a network; an invalid one changes nothing and is reported. Unknown members are kept and
 * not interpreted. The document contains passwords of registries: its file is readable by this user only, and its
 * contents are not logged.
 */
package io.outrider.agent.fleet.desired;
