#!/bin/sh
# Makes a card room's certificates with openssl: an authority, the broker's, and one for each device.
#
#   sh certificates.sh FOLDER BROKER-NAME[,NAME...] DEVICE...
#   sh certificates.sh certs hub.local,192.168.1.10 hub-main t1-node t2-node
#
# Run it again with more devices later: what is there stays. Keep ca.key off the tables' machines.
set -eu

[ $# -ge 3 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
folder=$1 names=$2
shift 2
umask 077
mkdir -p "$folder"
cd "$folder"

key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }

if [ ! -e ca.crt ]; then
    key ca
    openssl req -new -x509 -key ca.key -sha256 -days 7300 -subj "/CN=Feltwire room authority" -out ca.crt \
        -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign"
fi

# signed NAME EXTENSIONS: a key and a certificate for NAME, unless it is there.
signed() {
    [ ! -e "$1.crt" ] || return 0
    key "$1"
    printf '%s\n' "basicConstraints=critical,CA:FALSE" "keyUsage=critical,digitalSignature" "$2" > "$1.ext"
    openssl req -new -key "$1.key" -sha256 -subj "/CN=$1" -out "$1.csr"
    openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -sha256 -days 3650 \
        -extfile "$1.ext" -out "$1.crt" 2>/dev/null
    rm "$1.csr" "$1.ext"
}

alternatives=
for name in $(echo "$names" | tr ',' ' '); do
    case $name in
        *[!0-9.]*) kind=DNS ;;
        *) kind=IP ;;
    esac
    alternatives="$alternatives${alternatives:+,}$kind:$name"
done
signed broker "extendedKeyUsage=serverAuth
subjectAltName=$alternatives"
for device; do
    signed "$device" "extendedKeyUsage=clientAuth"
done
