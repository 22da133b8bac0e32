#!/usr/bin/env bash
# A Slurm cluster of this one machine, without systemd, in a folder: `slurm.sh up FOLDER`, `slurm.sh down FOLDER`. It needs the rights of root,
# and the Debian packages slurm-wlm and munge. SLURM_CONF=FOLDER/slurm.conf leads sbatch and squeue to it.
set -euo pipefail
folder=$2
host=$(hostname -s)

up() {
    mkdir -p "$folder"/{spool,state} /run/munge
    if [ ! -s /etc/munge/munge.key ]; then
        mkdir -p /etc/munge
        dd if=/dev/urandom of=/etc/munge/munge.key bs=1024 count=1 status=none
    fi
    mkdir -p /var/lib/munge /var/log/munge
    chown -R munge:munge /etc/munge /var/lib/munge /var/log/munge /run/munge
    chmod 400 /etc/munge/munge.key
    chmod 755 /run/munge
    pgrep -x munged >/dev/null || setsid runuser -u munge -- /usr/sbin/munged </dev/null >/dev/null 2>&1
    cat >"$folder/slurm.conf" <<EOF
ClusterName=stonefield
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${SLURM_PORT:-16817}
SlurmdPort=$((${SLURM_PORT:-16817} + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
SchedulerParameters=sched_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
    export SLURM_CONF="$folder/slurm.conf"
    setsid slurmctld -c </dev/null >/dev/null 2>&1
    setsid slurmd -c </dev/null >/dev/null 2>&1
    for _ in $(seq 100); do
        if sinfo -h -o %T 2>/dev/null | grep -q idle; then return; fi
        sleep 0.2
    done
    echo "no node is ready" >&2
    exit 1
}

down() {
    for daemon in slurmd slurmctld; do
        if [ -s "$folder/$daemon.pid" ]; then kill "$(cat "$folder/$daemon.pid")" 2>/dev/null || true; fi
    done
}

"$1"
