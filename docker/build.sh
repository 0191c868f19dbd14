#!/usr/bin/env bash
# Builds the image of docker/<name>/Dockerfile, and its base images if they are missing: pyx-<name>, and pyx itself.
#   docker/build.sh litecoind            then: pyx run --target container:pyx-litecoind
#   docker/build.sh coind                after npm ci, because the image contains the programs built on this machine
#   docker/build.sh pyx                  after npm ci, or where the package is installed; then: docker run --rm pyx --help
# BASE sets another base image. For pyx, NODE sets the image from which Node is taken, and PACKAGES names packages of Debian
# to install: what the node that it tests needs. IMAGE sets another name of the result.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
name=${1:-}
if [ -z "$name" ] || [ ! -f "$here/$name/Dockerfile" ]; then
  echo "usage: docker/build.sh NAME, where NAME is one of:" >&2
  for file in "$here"/*/Dockerfile; do echo "  $(basename "$(dirname "$file")")" >&2; done
  exit 2
fi
node_base() { "$here/make-node-base.sh" "$1" | tail -n 1; }
context=$here/$name
image=pyx-$name
arguments=()
if [ "$name" = pyx ]; then
  image=pyx
  node=$(node_base "${NODE:-node:22-slim}")
  arguments=(--build-arg "NODE=$node" --build-arg "PACKAGES=${PACKAGES:-}")
fi
if [ "$name" = coind ]; then
  base=$(node_base "${BASE:-node:22-slim}")
else
  base=${BASE:-debian:bookworm-slim}
  "$here/make-base.sh" "$base"
fi
if [ -f "$context/bundle.mjs" ]; then
  context=$(mktemp -d)
  trap 'rm -rf -- "$context"' EXIT
  node "$here/$name/bundle.mjs" "$context"
fi
docker build --build-arg "BASE=$base" ${arguments[@]+"${arguments[@]}"} --tag "${IMAGE:-$image}" "$context"
