#!/usr/bin/env bash
# Makes sure that a base image with Node for `docker build` is on this machine, and prints its name: the given image,
# pulled if it is missing; if no registry can be reached, pyx-node, which is Debian's base with the Node of this machine.
#   docker/make-node-base.sh [image]     default image: node:22-slim
# The name is the last line on stdout. A second run changes nothing.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
image=${1:-node:22-slim}

fail() { printf 'make-node-base: %s\n' "$*" >&2; exit 2; }

if docker image inspect "$image" >/dev/null 2>&1 || timeout 120 docker pull --quiet "$image" >/dev/null 2>&1; then
  echo "$image"
  exit 0
fi
[ "$(uname -s)" = Linux ] || fail "$image cannot be pulled, and the Node of this machine cannot run in a Linux image; set BASE to an existing image"
if ! docker image inspect pyx-node >/dev/null 2>&1; then
  "$here/make-base.sh" debian:bookworm-slim >&2
  context=$(mktemp -d)
  trap 'rm -rf -- "$context"' EXIT
  cp -L "$(node -p process.execPath)" "$context/node"
  printf 'FROM debian:bookworm-slim\nCOPY node /usr/local/bin/node\nRUN node --version\n' >"$context/Dockerfile"
  docker build --quiet --tag pyx-node "$context" >&2 || fail "the Node of this machine does not run on debian:bookworm-slim"
fi
echo pyx-node
