#!/bin/sh
# Runs both commands of the README on a minimal Debian 12 with python3, python3-venv and make, and nothing else.
# It needs root and debootstrap. The system is made in a folder (the first argument), which is removed at the end.
# `make run` is tried twice: as root, where the build installs the system's compiler, and as a user who may install
# nothing, where Zig comes from PyPI.
set -eu
cd "$(dirname "$0")/.."
bare=${1:-$(mktemp -d)/bare}
[ "$(id -u)" = 0 ] || { echo "test_bare.sh: this needs root, for debootstrap and chroot." >&2; exit 2; }
command -v debootstrap >/dev/null || apt-get -qq install -y debootstrap >/dev/null

clean() {
    for folder in dev/pts dev/shm dev proc; do umount "$bare/$folder" 2>/dev/null || true; done
    rm -rf --one-file-system "$bare" # never into what could not be unmounted
}
trap clean EXIT
inside() { chroot "$bare" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"; }

echo "== a minimal Debian"
debootstrap --variant=minbase --include=python3,python3-venv,make,ca-certificates bookworm "$bare" >/dev/null
for folder in proc dev dev/shm dev/pts; do mount --bind "/$folder" "$bare/$folder"; done
cp /etc/resolv.conf /etc/hosts "$bare/etc/"
# The registries are reached as they are from this machine, which may trust authorities of its own.
cp /etc/ssl/certs/ca-certificates.crt "$bare/etc/ssl/certs/"
certificates=/etc/ssl/certs/ca-certificates.crt
git clone --quiet . "$bare/plyground"

echo "== make run, as root"
inside PIP_CERT=$certificates python3 /plyground/tools/try_serving.py --lines 10 make -C /plyground run

echo "== make run, as a user, without a compiler"
chroot "$bare" useradd --create-home user
cp -r "$bare/plyground" "$bare/home/user/"
rm -rf "$bare/home/user/plyground/.venv" "$bare/home/user/plyground/build"
chroot "$bare" chown -R user /home/user
hidden="c++ g++ clang++"
for name in $hidden; do [ ! -e "$bare/usr/bin/$name" ] || mv "$bare/usr/bin/$name" "$bare/usr/bin/hidden-$name"; done
inside PIP_CERT=$certificates su user -w PIP_CERT -c \
    "python3 /home/user/plyground/tools/try_serving.py --lines 10 make -C /home/user/plyground run"
for name in $hidden; do [ ! -e "$bare/usr/bin/hidden-$name" ] || mv "$bare/usr/bin/hidden-$name" "$bare/usr/bin/$name"; done

echo "== make test, as root"
inside CI=true PIP_CERT=$certificates SSL_CERT_FILE=$certificates NODE_EXTRA_CA_CERTS=$certificates make -C /plyground test
