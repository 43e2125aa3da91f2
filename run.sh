cd /work/main 2>/dev/null
(
echo 'alert add /(?:.?.?.?.?.?.?.?.?){16}☃/'
echo 'alert add /(?:.?.?.?.?.?.?.?.?){16}☃a/'
sleep 3
date +%T.sub >&2
echo 'sub http://127.0.0.1:18777/heavy.xml'
sleep 45
echo 'alert list'
sleep 3
) | (time .build/debug/crier console --config /tmp/probe/c.toml) 2>&1 | while IFS= read -r l; do echo "$(date +%T) $l"; done
