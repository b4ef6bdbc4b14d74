/**
 * Notifications to the service manager (systemd): ready, reloading, stopping, and alive while all heartbeats beat. Without
 * a service manager it does nothing and does not load JNA. Never throws, as the daemon's work does not depend on it.
 */
package io.outrider.agent.runtime.watchdog;
