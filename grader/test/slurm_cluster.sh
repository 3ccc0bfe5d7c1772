# shellcheck shell=bash
# slurm_cluster.sh ROOM: a controller and two node daemons, n0 and n1, of this machine.
# Sourced; sets SLURM_CONF, and gives cluster_up, cluster_down and node_dies.
cluster_room=$1
port=$((20000 + $$ % 20000))
export SLURM_CONF=$cluster_room/slurm.conf
pids=()

cluster_up() {
    mkdir -p "$cluster_room/state" "$cluster_room/n0" "$cluster_room/n1"
    dd if=/dev/urandom of="$cluster_room/munge.key" bs=1024 count=1 2>/dev/null
    chmod 400 "$cluster_room/munge.key"
    munged --force --foreground --key-file="$cluster_room/munge.key" --socket="$cluster_room/munge.socket" \
        --pid-file="$cluster_room/munge.pid" --log-file="$cluster_room/munge.log" --seed-file="$cluster_room/munge.seed" >"$cluster_room/munge.out" 2>&1 &
    pids+=($!)
    cat >"$SLURM_CONF" <<EOF
ClusterName=tare
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$cluster_room/munge.socket
CredType=cred/munge
StateSaveLocation=$cluster_room/state
SlurmdSpoolDir=$cluster_room/%n
SlurmctldPidFile=$cluster_room/ctld.pid
SlurmdPidFile=$cluster_room/%n.pid
SlurmctldLogFile=$cluster_room/ctld.log
SlurmdLogFile=$cluster_room/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SlurmdTimeout=10
InactiveLimit=0
ReturnToService=2
SchedulerParameters=sched_interval=2
NodeName=n0 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=120 State=UP
EOF
    for _ in $(seq 50); do [ -S "$cluster_room/munge.socket" ] && break; sleep 0.1; done
    slurmctld -D -i >"$cluster_room/ctld.out" 2>&1 &
    pids+=($!)
    for node in n0 n1; do
        slurmd -D -N $node >"$cluster_room/$node.out" 2>&1 &
        pids+=($!)
    done
    for _ in $(seq 60); do
        [ "$(timeout 5 sinfo -h -t idle -o %D 2>/dev/null)" = 2 ] && return 0
        sleep 0.5
    done
    return 1
}

# Whoever holds this word in the environment, of the processes of this cluster.
holders() {
    for process in /proc/[0-9]*; do
        { tr '\0' '\n' <"$process/environ"; } 2>/dev/null | grep -q "^$1$" &&
            grep -qzF "SLURM_CONF=$SLURM_CONF" "$process/environ" && echo "${process#/proc/}"
    done
}

# As if its plug were pulled: the daemon and everything that it runs, in one go.
node_dies() { # n1
    local jobs steps=''
    jobs=$(holders "SLURMD_NODENAME=$1")
    for job in $jobs; do
        parent=$(awk '{print $4}' "/proc/$job/stat" 2>/dev/null)
        grep -q slurmstepd "/proc/$parent/comm" 2>/dev/null && steps="$steps $parent"
    done
    kill -9 "${pids[3]}" $steps $jobs 2>/dev/null
}

cluster_down() {
    timeout 10 scancel --user="$(id -un)" 2>/dev/null
    kill "${pids[@]}" 2>/dev/null
    wait "${pids[@]}" 2>/dev/null
}
