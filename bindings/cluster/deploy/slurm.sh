#!/usr/bin/env bash
# Runs a statement on a cluster that lives as long as this job of Slurm: a scheduler and the client on the first node, and an
# executor on each. From a folder that all nodes see, with the programs in the PATH:
#
#     sbatch slurm.sh "select count(*) from cql('mate', '/shared/shards/manifest.json')" mates.csv
#
#SBATCH --job-name=tabiya
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --time=01:00:00
set -euo pipefail

statement=$1 output=$2

# Only this user can read the token.
folder=$(mktemp --directory "$PWD/tabiya-XXXXXX")
finish() {
    jobs -p | xargs --no-run-if-empty kill 2>/dev/null || true
    wait
    rm -r "$folder"
}
trap finish EXIT
(umask 077 && openssl rand -hex 32 >"$folder/token")
export TABIYA_CLUSTER_TOKEN_FILE=$folder/token

# Port 0 is any free one: others may have a cluster on this node.
tabiya-scheduler --bind-host "$(hostname)" --bind-port 0 >"$folder/scheduler" &
until [[ -s $folder/scheduler ]]; do
    sleep 0.1
done
scheduler=$(hostname):$(sed -n '1s/.*://p' "$folder/scheduler")

# The dollars are for the shell on each node.
# shellcheck disable=SC2016
srun --overlap bash -c 'exec tabiya-executor --scheduler "$1" --bind-host "$(hostname)" --bind-port 0 \
    --threads "${SLURM_CPUS_PER_TASK:-$(nproc)}"' executor "$scheduler" &

tabiya-sql --cluster "$scheduler" --command "$statement" --output "$output"
