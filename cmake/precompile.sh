#!/bin/sh
# precompile.sh COMMAND...: runs the command that makes a precompiled header (-o FILE.gch), without the one that it replaces.
#
# g++ would read that one in place of the headers. ccache would then know the new one by the old one instead of by the headers,
# and serve it where they differ.
for word in "$@"; do
  case $word in *.gch) rm -f "$word" ;; esac
done
exec "$@"
