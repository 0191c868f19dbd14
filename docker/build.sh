#!/usr/bin/env bash
# Builds the image pyx-<name> from docker/<name>/Dockerfile, and its base image if it is missing.
#   docker/build.sh litecoind            then: pyx run --target container:pyx-litecoind
#   docker/build.sh coind                after npm ci, because the image contains the programs built on this machine
# BASE sets another base image.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
name=${1:-}
if [ -z "$name" ] || [ ! -f "$here/$name/Dockerfile" ]; then
  echo "usage: docker/build.sh NAME, where NAME is one of:" >&2
  for file in "$here"/*/Dockerfile; do echo "  $(basename "$(dirname "$file")")" >&2; done
  exit 2
fi
context=$here/$name
if [ -f "$context/bundle.mjs" ]; then
  base=$("$here/make-node-base.sh" "${BASE:-node:22-slim}" | tail -n 1)
  context=$(mktemp -d)
  trap 'rm -rf -- "$context"' EXIT
  node "$here/$name/bundle.mjs" "$context"
else
  base=${BASE:-debian:bookworm-slim}
  "$here/make-base.sh" "$base"
fi
docker build --build-arg "BASE=$base" --tag "pyx-$name" "$context"
