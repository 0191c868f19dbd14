#!/bin/sh
# The command pyx from its image, for a machine with Docker and without Node. Put it on the PATH as pyx; the image has it:
#   docker run --rm --entrypoint cat pyx /opt/pyx/pyx.sh >pyx && chmod +x pyx
# The working folder is mounted at its own path, so that paths mean the same to pyx: what it shall read, also the binary of
# a node, must be in it. Ports of this machine are those of pyx. Reports belong to the caller.
# PYX_IMAGE: another name of the image, such as registry.example.com/pyx:0.1.0
# PYX_DOCKER_OPTIONS: further options of docker run, such as --volume=/opt/node:/opt/node:ro
set -eu

terminal=
if [ -t 0 ] && [ -t 1 ] && [ -t 2 ]; then terminal='--interactive --tty'; fi
# shellcheck disable=SC2086 # options are several words
exec docker run --rm $terminal \
  --user "$(id -u):$(id -g)" \
  --network host \
  --mount "type=bind,source=$PWD,target=$PWD" --workdir "$PWD" \
  --env PYX_RPC_USER --env PYX_RPC_PASSWORD --env GITHUB_ACTIONS \
  ${GITHUB_STEP_SUMMARY:+--env GITHUB_STEP_SUMMARY --mount "type=bind,source=$GITHUB_STEP_SUMMARY,target=$GITHUB_STEP_SUMMARY"} \
  ${PYX_DOCKER_OPTIONS:-} \
  "${PYX_IMAGE:-pyx}" "$@"
