/** Commands to units: jobs with their replies, and callbacks to the clients. */
package io.outrider.service.commands;
