# Completion of outrider for fish; "outrider completion fish" prints it.

# Words that a command or function takes, each with a tab and its description.
function __outrider_words
    switch $argv[1]
@CASES@
    end
end

function __outrider_calls
    printf '%s\t%s\n' \
@CALLS@
end

# Words before the cursor without options: the command or function, and what stands behind it.
function __outrider_given
    set -l tokens (commandline -opc)
    set -l skip yes
    for token in $tokens
        if test $skip = yes
            set skip no
            continue
        end
        switch $token
            case @VALUED@
                set skip yes
            case '-*'
            case '*'
                printf '%s\n' $token
        end
    end
end

function __outrider_complete
    set -l given (__outrider_given)
    set -l current (commandline -ct)
    if test (count $given) = 0
        __outrider_calls
        return
    end
    for line in (__outrider_words $given[1])
        set -l word (string split -m 1 \t -- $line)[1]
        switch $word
            case '*=?*'
                string match -q -- '*=*' $current; and printf '%s\n' $line
            case '*='
                string match -q -- "$word*" $given[2..-1]; or string match -q -- '*=*' $current; or printf '%s\n' $line
            case '-*'
                string match -q -- '-*' $current; and printf '%s\n' $line
            case '*'
                test (count $given) = 1; and printf '%s\n' $line
        end
    end
end

function __outrider_takes_file
    set -l given (__outrider_given)
    contains -- "$given[1]" @FILE_CALLS@; and not __outrider_complete | string match -q '*'
end

function __outrider_interfaces
    for each in /sys/class/net/*
        test (cat $each/type 2>/dev/null; or echo 0) = 280; and string split -r -m 1 / $each | tail -n 1
    end
end

complete -c outrider -f
complete -c outrider -k -a '(__outrider_complete)'
complete -c outrider -n __outrider_takes_file -F
@OPTIONS@
