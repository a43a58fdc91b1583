# Fails if a program can be run with other rights.
cp /bin/sh shell && chmod u+s,g+s shell
[ "$(./shell -p -c 'id -u')" = "$(id -u)" ] || exit 1
grep -q 'NoNewPrivs:.*1' /proc/self/status || exit 1
grep -q 'CapEff:.*0000000000000000' /proc/self/status || exit 1
for program in su sudo mount newuidmap; do
    ! "$program" root -c true < /dev/null > /dev/null 2>&1 || exit 1
done
