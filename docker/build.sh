#!/usr/bin/env bash
# Builds the image pyx-<name> from docker/<name>/Dockerfile, after making sure of its base.
#   docker/build.sh litecoind            then: pyx run --target container:pyx-litecoind
# BASE names another base image.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
name=${1:-}
if [ -z "$name" ] || [ ! -f "$here/$name/Dockerfile" ]; then
  echo "usage: docker/build.sh NAME, where NAME is one of:" >&2
  for file in "$here"/*/Dockerfile; do echo "  $(basename "$(dirname "$file")")" >&2; done
  exit 2
fi
base=${BASE:-debian:bookworm-slim}
"$here/make-base.sh" "$base"
docker build --build-arg "BASE=$base" --tag "pyx-$name" "$here/$name"
