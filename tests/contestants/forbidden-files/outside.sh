# Fails if a file outside of the directory can be written, or if a file in /tmp or /dev/shm is from an earlier run.
for folder in / /etc /usr /usr/bin /usr/local /bin /lib /proc /proc/sys/kernel /sys /dev /home /root /var "$HOME/.."
do
    if (: > "$folder/outply-attack") 2> /dev/null; then echo "wrote to $folder" >&2; exit 1; fi
done
if (echo 1 > /proc/sys/kernel/panic) 2> /dev/null; then echo "wrote to /proc/sys" >&2; exit 1; fi
if (mknod device c 1 1 || chown 0 honest.sh) 2> /dev/null; then echo "made a device" >&2; exit 1; fi
if [ -e /tmp/left ] || [ -e /dev/shm/left ]; then echo "found a file of an earlier run" >&2; exit 1; fi
: > /tmp/left && : > /dev/shm/left
