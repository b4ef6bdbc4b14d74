/** Tests of the log under crashes, corruption and full disks. */
package io.outrider.agent.runtime.storage;
