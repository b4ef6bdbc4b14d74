# shellcheck shell=bash
# Completion of outrider for bash; "outrider completion bash" prints it.

# Sets $all to the words that a command or function takes: options, words, keywords with =, and their values.
_outrider_words() {
    all=
    case $1 in
@CASES@
    esac
}

_outrider() {
    local line=${COMP_LINE:0:COMP_POINT} all call='' option='' cut='' cur each i after=0
    local -a words
    read -ra words <<< "$line" # COMP_WORDS is also split at = and :
    [[ $line != *[[:space:]] ]] || words+=("")
    local last=$((${#words[@]} - 1))
    cur=${words[last]}
    for ((i = 1; i < last; i++)); do
        case ${words[i]} in
            @VALUED@) ((++i < last)) || option=${words[i - 1]} ;;
            -*) ;;
            *) if [ -z "$call" ]; then call=${words[i]}; else after=$((after + 1)); fi ;;
        esac
    done
    case $cur in --*=*) option=${cur%%=*} cur=${cur#*=} ;; esac
    COMPREPLY=()
    case $option in
        '') ;;
        @FILES@)
            compopt -o filenames 2> /dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
            ;;
        @INTERFACES@)
            for each in /sys/class/net/*; do # 280: CAN
                [[ ${each##*/} != "$cur"* || $(cat "$each/type" 2> /dev/null) != 280 ]] || COMPREPLY+=("${each##*/}")
            done
            return
            ;;
        *) return ;;
    esac
    if [ -z "$call" ]; then all='@CALLS@'; else _outrider_words "$call"; fi
    # readline replaces what stands behind the =
    [[ $cur != *=* || $COMP_WORDBREAKS != *=* ]] || cut=${cur%"${cur##*=}"}
    for each in @OPTIONS@ $all; do
        [[ $each == "$cur"* ]] || continue
        case $each in
            -*) [[ $cur == -* ]] || continue ;;
            *=?*) [[ $cur == *=* ]] || continue ;;
            *=) [[ $cur != *=* && $line != *" $each"* ]] || continue ;;
            *) [ "$after" = 0 ] || continue ;;
        esac
        COMPREPLY+=("${each#"$cut"}")
    done
    case $call in
        @FILE_CALLS@)
            if [ ${#COMPREPLY[@]} = 0 ]; then
                compopt -o filenames 2> /dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            fi
            ;;
    esac
    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2> /dev/null
}
complete -F _outrider outrider
