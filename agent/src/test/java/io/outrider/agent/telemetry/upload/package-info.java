/** Tests of the upload: no record is lost, whatever the receiver answers. */
package io.outrider.agent.telemetry.upload;
