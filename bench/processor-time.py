"""Runs a command and writes the processor time of all that it started, in seconds, to a file: also of processes whose parents died
first, which is why it takes this program. Linux only.

    python3 processor-time.py FILE COMMAND...
"""
import ctypes
import os
import resource
import subprocess
import sys

PR_SET_CHILD_SUBREAPER = 36

ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
child = subprocess.Popen(sys.argv[2:])
code = 1
while True:
    try:
        pid, status = os.wait()
    except ChildProcessError:
        break
    if pid == child.pid:
        code = os.waitstatus_to_exitcode(status)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], 'w') as file:
    file.write(str(usage.ru_utime + usage.ru_stime))
sys.exit(code)
