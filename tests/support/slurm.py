"""A SLURM of one node: munge, the controller and the node's daemon, as processes of a test."""

import contextlib
import getpass
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

from support.object_stores import ended, free_port

PACKAGES = ("slurm-wlm", "munge")
CONFIGURATION = """
ClusterName=flock
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmctldPort={controller}
SlurmdPort={daemon}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=sched_min_interval=100000,bf_interval=2
MpiDefault=none
ReturnToService=2
KillWait=2
MinJobAge=600
NodeName={host} NodeAddr=127.0.0.1 CPUs=8 RealMemory=16000 State=UNKNOWN
PartitionName=batch Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def installed():
    """Install Debian's SLURM where it is missing."""
    if not (shutil.which("slurmctld") and shutil.which("munged")):
        apt = ["apt-get", "install", "-y", "--no-install-recommends", *PACKAGES]
        subprocess.run(apt, check=True, capture_output=True)


@contextlib.contextmanager
def running(folder):
    """A cluster whose commands find it by SLURM_CONF; its folder has the logs."""
    installed()
    host, folder = socket.gethostname().split(".")[0], Path(folder)
    for name in ("state", "spool"):
        (folder / name).mkdir()
    file = folder / "slurm.conf"
    file.write_text(
        CONFIGURATION.format(
            host=host, user=getpass.getuser(), folder=folder,
            controller=free_port(), daemon=free_port(),
        )
    )  # fmt: skip
    (folder / "cgroup.conf").write_text("CgroupAutomount=no\n")
    (folder / "key").write_bytes(os.urandom(128))
    (folder / "key").chmod(0o600)
    processes = []
    try:
        for words in (
            _munged(folder),
            ["slurmctld", "-D", "-f", file],
            ["slurmd", "-D", "-f", file],
        ):
            with open(folder / f"{words[0]}.out", "wb") as log:
                processes.append(
                    subprocess.Popen(list(map(str, words)), stdout=log, stderr=log, env=_at(file))
                )
            time.sleep(1)
        slurm = Slurm(file, host)
        slurm.wait_until_idle()
        yield slurm
        slurm.command("scancel", "--user", getpass.getuser())
    finally:
        for process in reversed(processes):
            ended(process)


def _munged(folder):
    where = {"socket": "munge.socket", "key-file": "key", "log-file": "munge.log",
             "pid-file": "munge.pid", "seed-file": "munge.seed"}  # fmt: skip
    return [
        "munged", "--foreground", "--force",
        *(f"--{name}={folder / file}" for name, file in where.items()),
    ]  # fmt: skip


def _at(file):
    return os.environ | {"SLURM_CONF": str(file), "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}


class Slurm:
    """The commands of a cluster."""

    def __init__(self, file, node):
        self.file, self.node, self.user = file, node, getpass.getuser()
        self.env = {name: _at(file)[name] for name in ("SLURM_CONF", "PATH")}

    def command(self, *words):
        done = subprocess.run(
            list(map(str, words)), env=_at(self.file), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    def wait_until_idle(self):
        for _ in range(150):
            with contextlib.suppress(AssertionError):
                if "idle" in self.command("sinfo", "-h", "-o", "%T"):
                    return
            time.sleep(0.2)
        logs = [
            (self.file.parent / f"{name}.out").read_text()[-800:]
            for name in ("slurmctld", "slurmd")
        ]
        raise AssertionError(f"The node never became idle: {logs}")

    def jobs(self, *states):
        """Numbers of the jobs in some states; all that the controller remembers without any."""
        words = ("squeue", "-h", "-o", "%i", "-t", ",".join(states) if states else "all")
        return [int(word) for word in self.command(*words).split()]

    def update_node(self, state):
        reason = ("reason=test",) if state == "drain" else ()
        self.command("scontrol", "update", f"nodename={self.node}", f"state={state}", *reason)
