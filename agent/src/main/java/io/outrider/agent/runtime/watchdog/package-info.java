/**
 * Tells the service manager (systemd) how the daemon is: ready, reloading, stopping, and alive only while all of its
 * loops turn. Without a service manager it does nothing, and JNA is not even loaded. Nothing here ever throws: the
 * daemon's work does not depend on being heard.
 */
package io.outrider.agent.runtime.watchdog;
