/** The log under crashes, rot and full disks. */
package io.outrider.agent.runtime.storage;
