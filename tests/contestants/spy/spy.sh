# Prints everything it can find out about the host and other programs.
cat /etc/passwd /etc/shadow /etc/hostname /proc/1/environ /proc/[0-9]*/environ | tr '\0' '\n'
ls -A /tmp /var /home /root /mnt /srv /opt /run /sys
ls -A .. | grep -vxE 'bin|dev|etc|lib|lib32|lib64|libx32|proc|sbin|tmp|usr|work'
for process in /proc/[0-9]*; do (cd "$process/root" && ls -d home var); done
