#!/bin/bash
# Makes what the Dockerfile begins with, where no registry of images is reached: a Debian with Node and npm.
# image-base.sh <name of the image> <folder of node_modules> ; BUILDAH is the command with its options.
set -euo pipefail
name=$1
modules=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -ra buildah <<<"$BUILDAH"

debootstrap --variant=minbase bookworm "$work/root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >&2
# As the slim image: without documents, and without what was fetched.
rm -rf "$work"/root/var/cache/apt/* "$work"/root/var/lib/apt/lists/* "$work"/root/usr/share/{doc,man,info,locale}
chroot "$work/root" useradd --uid 1000 --create-home --shell /bin/bash node
install -m 755 "$(realpath "$modules/node/bin/node")" "$work/root/usr/local/bin/node"
mkdir -p "$work/root/usr/local/lib/node_modules"
npm=$(dirname "$(dirname "$(realpath "$(command -v npm)")")")
cp -r "$npm" "$work/root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/root/usr/local/bin/npx"

container=$("${buildah[@]}" from scratch)
"${buildah[@]}" add --quiet "$container" "$work/root" / >&2
"${buildah[@]}" config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
"${buildah[@]}" commit --quiet --rm "$container" "$name" >&2
