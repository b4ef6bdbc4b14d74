package io.outrider.agent.operator.cli;

import java.util.Arrays;
import java.util.Locale;

/** Subcommands of {@code outrider}; their names have no dot, unlike those of functions. */
enum Subcommand {
    STATUS("[-v]", "Shows how the unit is: link, problems, and the figures that matter", """
              -v      everything that is known, and problems in full
              --json  everything as JSON; so it is into a pipe or file
            The first line is the state; 'waiting' are records that wait to be uploaded. Exit codes: 0 if the daemon
            has answered, whatever the state is; 3 if there is none, or this user may not ask it."""),
    DOCTOR("[awake]", "Checks the unit: each line ok, look or bad, with what to do", """
              awake   what keeps the unit awake: which condition, which inhibitor, which of our frames, since when
              --json  {"verdict", "checks": [{"part", "name", "verdict", "text", "remedy"}]}; so it is into a pipe or file
            Checks run when they are asked for only, for ten seconds at most. Of a vehicle that is awake its ECUs are
            asked once. Without a daemon it checks what can be seen without one. Exit codes: 0 if all is ok, 7 if
            there is something to look at, 5 if something is bad, 3 if this user may not ask the daemon. The fleet calls
            doctor.check and doctor.awake."""),
    STREAM(
            "[PATTERN]... [event=record|event=job]...",
            "Prints records as they are made, a line each, until Ctrl-C",
            """
              PATTERN    only types that match it; * stands for anything: obd.rpm 'obd.*'
              event=job  what happens to jobs instead; the patterns are then over their states: running, return
              --json     the records as they are; so they are into a pipe or file
            When the daemon is restarted it goes on as soon as it can. Times are UTC; ? for an untrusted clock.

            Examples:
              outrider stream
              outrider stream 'obd.*' track.pos
              outrider stream event=job event=record | grep rpm"""),
    PLOT("[--seconds N] [--poll S] [--ascii] SERIES...", "Draws values live in the terminal, until Ctrl-C", """
              SERIES       a type, or a type and a field: obd.rpm track.pos.sog
              --seconds N  what is seen, 1 to 86400 (default: 60)
              --poll S     asks the vehicle every S seconds (obd.query), where nothing else does
              --ascii      no characters that an old terminal does not have
            Into a pipe or file it prints a line for each value.

            Examples:
              outrider plot obd.rpm obd.speed
              outrider plot --seconds 600 obd.bat.voltage obd.coolant_temp
              outrider plot --poll 1 obd.rpm"""),
    DECODE("[FILE]...", "Prints the records of telemetry batches as they go over MQTT, a line of JSON each", """
              FILE    a batch, or several; without one, or for -, what comes in on standard input
              --text  as outrider stream prints them
            A batch is the bytes of one message, or its bytes in hexadecimal or base64 on a line of its own, behind
            the topic or not; also the rows that go over HTTPS, with gzip or without. @unit, @boot and @seq are in front
            of the fields: together they are the record's identity. No daemon is needed. Exit codes: 2 if something
            is no batch, 5 if other batches were decoded.

            Examples:
              mosquitto_sub -t 'outrider/v1/+/telemetry' -F %x | outrider decode
              outrider decode batch.bin"""),
    RELOAD("", "Puts the settings files in force as they are now", "  Bad settings are told, and change nothing."),
    CONFIG("check [FILE]|example", "Checks the settings files, or prints an example of one", """
            \s check         says what is wrong, or what a reload would change
            \s check FILE    the same of a file that is not in force, such as a copy to be edited
            \s example       prints a settings file with everything in it, explained
            \s --config FILE the file to check (default: /etc/outrider/outrider.toml)"""),
    SETUP(
            "[unit=ID] [broker=URL] [user=NAME] [password=-] [password_file=FILE] [upload=URL] [can=IFACE] [--yes]"
                    + " | --try-bitrates [IFACE]",
            "Writes the first settings of this unit",
            """
              unit=ID             the unit's id in the fleet
              broker=URL          such as mqtts://broker.example.com
              user=NAME           at the broker
              password=-          the password at the broker is a line of standard input
              password_file=FILE  whose first line is the password
              upload=URL          https address that takes the records
              can=IFACE           (default: the interface with the most frames)
              --yes               asks nothing, and changes what an earlier setup wrote
              --try-bitrates      finds the bit rate of a bus, as root, and writes nothing
            It listens for two seconds on each CAN interface and shows the ids; it sends nothing. On a terminal it asks for
            what is not given, the password without showing it. It sets its keys in conf.d/10-setup.toml beside the settings
            file, or in that file if there is none yet, and keeps all else there; a password goes into the file
            broker-password. If the settings are wrong with it, nothing is changed.

            --try-bitrates sets 125, 250, 500 and 1000 kbit/s one after the other, listen-only, for two seconds each, counts
            frames and errors, and puts the interface back. Without listen-only a wrong bit rate would disturb the bus.

            Examples:
              sudo outrider setup
              sudo outrider setup --yes unit=van-12 broker=mqtts://broker.example.com
              sudo outrider setup --try-bitrates can0"""),
    ENROL(
            "URL CODE [unit=ID] [ca=FILE] [certificate=yes|no]",
            "Makes this unit one of a fleet service, with a code of it",
            """
              URL      address of the service, such as https://fleet.example.com
              CODE     made by 'outrider-service device code' or by the service's API; it counts once, and expires
              unit=ID  the unit's id in the fleet, where the code does not name one
              ca=FILE  PEM file of the authorities that may sign the service's certificate (default: Java's own)
              certificate=yes  the daemon gets a certificate of the service, which it renews, and connects with that (default: no)
            It asks the service, and sets the unit's id and the link in conf.d/10-setup.toml beside the settings file, or in that
            file if there is none yet; all else stays there. The password at the broker goes into the file broker-password, the
            authority of the broker into broker-ca.pem. Another enrolment of the same unit ends the password of the one before.

            Examples:
              sudo outrider enrol https://fleet.example.com W8sq...
              sudo outrider enrol http://127.0.0.1:8480 W8sq... unit=van-12"""),
    SUPPORT_BUNDLE("[FILE]", "Writes a file with what a person needs who is asked for help, without secrets", """
              FILE  a new .tar.gz, readable by its owner only (default: outrider-support-TIME.tar.gz)
            It has the status, metrics, settings, jobs, loggers, releases, the last log lines, names and sizes of the daemon's
            files, and what the system tells of interfaces, disks and memory. MANIFEST.txt says what is missing, and why;
            as root nothing is. It works without the daemon. Passwords, tokens, keys and the environment of containers
            are masked, also where a log quotes them; look through it before you pass it on."""),
    COMPLETION("bash|zsh|fish", "Prints the completions of a shell", """
            The package installs them; without it:
              bash  eval "$(outrider completion bash)"
              zsh   outrider completion zsh > FOLDER/_outrider, in a folder of fpath
              fish  outrider completion fish > ~/.config/fish/completions/outrider.fish"""),
    MAN("outrider.1|outrider.toml.5|outrider-daemon.8", "Prints a manual page, as man -l reads it", """
            The package installs them; without it:
              outrider man outrider.toml.5 | man -l -"""),
    DAEMON(
            "",
            "Runs the daemon; systemd does this",
            "  --config FILE  the settings (default: /etc/outrider/outrider.toml)");

    private final String arguments;
    private final String summary;
    private final String details;

    Subcommand(String arguments, String summary, String details) {
        this.arguments = arguments;
        this.summary = summary;
        this.details = details;
    }

    /** Null if unknown. */
    static Subcommand of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElse(null);
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String summary() {
        return summary;
    }

    /** Words and values that it takes, as in its synopsis. */
    String arguments() {
        return arguments;
    }

    /** Explanation of one of its words; empty if there is none. */
    String about(String word) {
        return details.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(word) && line.contains("  "))
                .map(line -> line.substring(line.indexOf("  ")).strip())
                .findFirst()
                .orElse("");
    }

    String details() {
        return details;
    }

    String help() {
        return "outrider " + (word() + " " + arguments).strip() + ": " + summary + "\n\n" + details;
    }
}
