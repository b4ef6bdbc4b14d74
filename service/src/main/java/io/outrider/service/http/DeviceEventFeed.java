package io.outrider.service.http;

import io.outrider.service.accounts.MasterKey;
import io.outrider.service.commands.JobViews;
import io.outrider.service.commands.JobViews.ChangedJob;
import io.outrider.service.devices.Device;
import io.outrider.service.devices.Devices;
import io.outrider.service.problem.Problem;
import io.outrider.service.telemetry.UploadReader;
import io.outrider.service.telemetry.UploadReader.Upload;
import io.outrider.wire.Micros;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Events of a device: itself when something of it changes, its records as they are stored, its jobs as they change. A transaction may
 * commit behind one whose times are later, so that what is {@value #OVERLAP_SECONDS} seconds older than the cursor is looked at again.
 */
final class DeviceEventFeed implements EventFeed {
    private static final int OVERLAP_SECONDS = 30;
    private static final long OVERLAP = OVERLAP_SECONDS * Micros.SECOND;
    private static final int AT_ONCE = 100;

    /** A turn ends with the event that passes this limit, as slow clients may have many streams. */
    private static final int MOST_CHARACTERS = 1 << 17;

    private static final Pattern CURSOR = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");

    private final long account;
    private final String id;
    private final Devices devices;
    private final UploadReader reader;
    private final JobViews views;

    private final Set<Upload> sentUploads = new HashSet<>();
    private final Set<ChangedJob> sentJobs = new HashSet<>();
    private long uploadCursor;
    private long jobCursor;
    private Upload current;
    private int sentOfCurrent;
    private String lastDevice = "";

    /** @param resumed cursor after which events are wanted, of the header Last-Event-ID; null for what comes from now on */
    DeviceEventFeed(Device device, Devices devices, UploadReader reader, JobViews views, String resumed, long now) {
        account = device.account();
        id = device.id();
        this.devices = devices;
        this.reader = reader;
        this.views = views;
        if (resumed == null) {
            uploadCursor = now;
            jobCursor = now;
            sentUploads.addAll(reader.uploads(device.number(), now - OVERLAP, Integer.MAX_VALUE));
            sentJobs.addAll(views.changed(device, now - OVERLAP, Integer.MAX_VALUE));
        } else {
            Matcher parts = CURSOR.matcher(resumed);
            if (!parts.matches()) {
                throw Problem.parameter("Last-Event-ID", "'Last-Event-ID' is the id of an event of this stream");
            }
            uploadCursor = Long.parseLong(parts.group(1));
            jobCursor = Long.parseLong(parts.group(2));
        }
    }

    @Override
    public List<StreamedEvent> next() {
        Device device = devices.get(account, id);
        List<StreamedEvent> events = new ArrayList<>();
        addDevice(device, events);
        addRecords(device, events);
        addJobs(device, events);
        return events;
    }

    private String cursor() {
        return uploadCursor + "-" + jobCursor;
    }

    private void addDevice(Device device, List<StreamedEvent> events) {
        String text = DeviceRoutes.json(device, true).toString();
        String hash = MasterKey.hash(text);
        if (!hash.equals(lastDevice)) {
            lastDevice = hash;
            events.add(new StreamedEvent("device", cursor(), text));
        }
    }

    private void addRecords(Device device, List<StreamedEvent> events) {
        for (int room = EventStreams.FULL; room > 0 && !isFull(events) && findUpload(device); ) {
            List<String> records = reader.records(device.number(), current, sentOfCurrent, room, MOST_CHARACTERS);
            // the cursor stays behind the upload until all of it is sent
            records.forEach(each -> events.add(new StreamedEvent("record", cursor(), each)));
            sentOfCurrent += records.size();
            if (records.isEmpty()) {
                sentUploads.add(current);
                uploadCursor = Math.max(uploadCursor, current.uploaded());
                current = null;
                sentOfCurrent = 0;
            }
            room -= Math.max(1, records.size());
        }
    }

    private boolean findUpload(Device device) {
        if (current == null) {
            sentUploads.removeIf(each -> each.uploaded() <= uploadCursor - OVERLAP);
            current = reader.uploads(device.number(), uploadCursor - OVERLAP, sentUploads.size() + 1).stream()
                    .filter(each -> !sentUploads.contains(each))
                    .findFirst()
                    .orElse(null);
        }
        return current != null;
    }

    private void addJobs(Device device, List<StreamedEvent> events) {
        sentJobs.removeIf(each -> each.changed() <= jobCursor - OVERLAP);
        for (ChangedJob each : views.changed(device, jobCursor - OVERLAP, sentJobs.size() + AT_ONCE)) {
            if (!isFull(events) && sentJobs.add(each)) {
                jobCursor = Math.max(jobCursor, each.changed());
                events.add(new StreamedEvent(
                        "job", cursor(), views.job(device, each.jid()).toString()));
            }
        }
    }

    static boolean isFull(List<StreamedEvent> events) {
        return events.stream().mapToInt(each -> each.data().length()).sum() >= MOST_CHARACTERS;
    }
}
