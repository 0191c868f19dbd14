#!/bin/sh
# Shapes what this network namespace sends to each of some peers, until it is ended.
#   shape 'to=ADDRESS [delay=TIME [jitter=TIME]] [rate=RATE]'...       times and rates as tc has them: 40ms, 20mbit
# It needs the capability NET_ADMIN. /tmp/shaped exists once all links are shaped.
set -eu

# No link is that fast.
UNLIMITED=10gbit
# Packets that wait for their time or for the bandwidth: the relays of Pyx lose none either.
LIMIT=100000

fail() { echo "shape: $*" >&2; exit 1; }

# A class for what leaves at a rate: class ID RATE
class() {
  burst=15k
  if [ "$2" = "$UNLIMITED" ]; then burst=1m; fi
  tc class add dev "$device" parent 1: classid "1:$1" htb rate "$2" burst "$burst" cburst "$burst" quantum 60000
}

rm -f /tmp/shaped
[ $# -gt 0 ] || fail "no link was given; write 'to=ADDRESS delay=40ms jitter=5ms rate=20mbit'"

number=15
for link in "$@"; do
  to='' delay='' jitter='' rate=$UNLIMITED
  for part in $link; do
    case $part in
      to=*) to=${part#*=} ;;
      delay=*) delay=${part#*=} ;;
      jitter=*) jitter=${part#*=} ;;
      rate=*) rate=${part#*=} ;;
      *) fail "unknown part $part in the link '$link'" ;;
    esac
  done
  device=$(ip -o route get "$to" | sed -n 's/.* dev \([^ ]*\).*/\1/p')
  [ -n "$device" ] || fail "no way leads to $to"
  if [ "$number" = 15 ]; then
    # What an earlier run has left; and a class for what goes to no peer.
    if tc qdisc show dev "$device" | grep -q '^qdisc htb 1: root'; then tc qdisc del dev "$device" root; fi
    tc qdisc add dev "$device" root handle 1: htb default 1
    class 1 "$UNLIMITED"
  fi
  number=$((number + 1))
  id=$(printf %x "$number")
  class "$id" "$rate"
  if [ -n "$delay" ]; then
    # With jitter alone netem would change the order of packets; with a rate each waits for the one before.
    tc qdisc add dev "$device" parent "1:$id" handle "$id:" netem limit "$LIMIT" delay "$delay" ${jitter:+"$jitter" rate "$UNLIMITED"} ||
      fail 'delays need netem: on the machine, run: modprobe sch_netem (a kernel without this module cannot delay)'
  else
    tc qdisc add dev "$device" parent "1:$id" handle "$id:" pfifo limit "$LIMIT"
  fi
  tc filter add dev "$device" parent 1: protocol ip u32 match ip dst "$to/32" flowid "1:$id"
done

tc qdisc show dev "$device"
tc class show dev "$device"
: >/tmp/shaped
trap 'exit 0' TERM INT
while :; do
  sleep 3600 &
  wait $!
done
