package io.outrider.service.devices;

/**
 * Device of an account.
 *
 * @param number key of the device in other tables
 * @param id UUID that clients use
 * @param unitId by which the unit names itself on its topics
 * @param containers whether containers are enabled in the device's settings
 * @param agent version of the unit's software; null before its first presence
 * @param presenceSince null before the first presence
 * @param reported the unit's last report, JSON; null before the first
 * @param reportedAt null before the first report
 * @param settings members of the desired document beside releases, JSON object
 */
public record Device(
        long number,
        String id,
        long account,
        String unitId,
        String name,
        boolean containers,
        long created,
        boolean online,
        Long presenceSince,
        String agent,
        String reported,
        Long reportedAt,
        String settings) {}
