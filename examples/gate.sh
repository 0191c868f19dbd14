#!/usr/bin/env bash
# Validates a release on any machine with Node: examples/gate.sh process:build/coind
# The package is installed beside the policy (npm install -D ./pyx-0.1.0.tgz). On a machine with Docker and without Node, PYX
# names the script of the image (docs/image.md): PYX=./pyx examples/gate.sh process:build/coind
# The exit code is that of the gate: 0 passed, 1 findings or inconclusive, 2 a part could not be done.
set -euo pipefail
out=${PYX_OUT:-pyx-out/gate}
pyx=(npx --no-install pyx)
if [ -n "${PYX:-}" ]; then pyx=("$PYX"); fi
code=0
"${pyx[@]}" gate --policy "${PYX_POLICY:-pyx.yaml}" --out "$out" ${1:+--target "$1"} || code=$?
[ ! -f "$out/index.html" ] || echo "reports: $out/index.html"
exit "$code"
