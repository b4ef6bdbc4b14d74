#compdef outrider
# Completion of outrider for zsh; "outrider completion zsh" prints it.

# Sets $all to the words that a command or function takes, each with a colon and its description.
_outrider_words() {
    all=()
    case $1 in
@CASES@
    esac
}

_outrider() {
    local call= option= cur=${(Q)words[CURRENT]} each name text
    integer i after=0
    local -a all plain keywords flags
    for ((i = 2; i < CURRENT; i++)); do
        case ${words[i]} in
            (@VALUED@) ((++i < CURRENT)) || option=${words[i - 1]} ;;
            (-*) ;;
            (*) if [[ -z $call ]]; then call=${words[i]}; else ((after++)); fi ;;
        esac
    done
    if [[ $cur == --*=* ]]; then
        option=${cur%%=*}
        compset -P '*='
    fi
    case $option in
        ('') ;;
        (@FILES@) _files; return ;;
        (@INTERFACES@) _net_interfaces; return ;;
        (*) return 1 ;;
    esac
    if [[ -z $call ]]; then
        all=(
@CALLS@
        )
    else
        _outrider_words $call
    fi
    for each in $all; do
        name=${each%%:*}
        case $name in
            (-*) flags+=("$each") ;;
            (*=?*) [[ $cur != *=* ]] || plain+=("$each") ;;
            (*=) [[ $cur == *=* || -n ${(M)words:#$name*} && $cur != $name ]] || keywords+=("$each") ;;
            (*) ((after > 0)) || plain+=("$each") ;;
        esac
    done
    [[ $cur != -* ]] || flags+=(
@OPTIONS@
    )
    integer failed=1
    if (($#plain)); then _describe -t commands word plain && failed=0; fi
    if (($#keywords)); then _describe -t arguments argument keywords -S '' && failed=0; fi
    if [[ $cur == -* ]]; then _describe -o option flags && failed=0; fi
    case $call in
        (@FILE_CALLS@) if ((failed)); then _files && failed=0; fi ;;
    esac
    return failed
}

if [[ $funcstack[1] == _outrider ]]; then _outrider "$@"; else compdef _outrider outrider; fi
