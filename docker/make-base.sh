#!/usr/bin/env bash
# Makes sure that the base image for `docker build` is on this machine. Pulls it if it is missing; if no registry can be
# reached, makes it from Debian's packages by debootstrap and imports it under the same name.
#   docker/make-base.sh [image]          default image: debian:bookworm-slim
# DEBIAN_SUITE and DEBIAN_MIRROR set the release and the mirror for debootstrap (default: bookworm, debootstrap's mirror).
# A second run changes nothing.
set -euo pipefail

image=${1:-debian:bookworm-slim}
suite=${DEBIAN_SUITE:-bookworm}
mirror=${DEBIAN_MIRROR:-}

fail() { printf 'make-base: %s\n' "$*" >&2; exit 2; }

command -v docker >/dev/null || fail 'docker is not installed; on Debian: apt-get install docker.io'
docker info >/dev/null 2>&1 || fail 'no Docker daemon answers; start it (systemctl start docker, or dockerd as root)'

if docker image inspect "$image" >/dev/null 2>&1; then
  echo "$image is already on this machine"
  exit 0
fi
if timeout 120 docker pull --quiet "$image" >/dev/null 2>&1; then
  echo "$image was pulled"
  exit 0
fi

# Only debian:* can be made from Debian's packages: another name would be wrong.
case $image in
  debian:*) ;;
  *) fail "$image cannot be pulled, and only debian:* can be made here; set BASE to an existing image" ;;
esac
command -v debootstrap >/dev/null || fail "$image cannot be pulled; to make it on this machine, run: apt-get install debootstrap"
[ "$(id -u)" = 0 ] || fail "$image cannot be pulled; making it with debootstrap needs root, run: sudo $0 $image"

root=$(mktemp -d)
trap 'rm -rf -- "$root"' EXIT
echo "making $image from Debian $suite (about half a minute)"
debootstrap --variant=minbase "$suite" "$root" ${mirror:+"$mirror"} >"$root.log" 2>&1 || {
  tail -n 20 "$root.log" >&2
  rm -f "$root.log"
  fail "debootstrap failed, see its last lines above; DEBIAN_MIRROR sets another mirror"
}
rm -f "$root.log"
tar -C "$root" --exclude=./var/lib/apt/lists/* --exclude=./var/cache/apt/* -c . | docker import - "$image" >/dev/null
echo "$image was made"
