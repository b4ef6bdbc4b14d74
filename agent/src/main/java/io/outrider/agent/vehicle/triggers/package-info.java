/**
 * Calls functions when something happens, as the settings say. What a trigger may do is what any caller on the unit may; a
 * trigger that sets itself off is held back.
 */
package io.outrider.agent.vehicle.triggers;
