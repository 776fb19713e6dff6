#!/bin/sh
# A newer Branchline in place of an older one, by root: BRANCHLINE_DATABASE=... ./upgrade.sh SOURCE, where SOURCE is what pip
# installs (a folder of the sources, or a wheel). The backup is taken while the server plays on; it is down for the restart
# only. Running games go on by the rules they began with. The older version stays beside the newer one.
set -eu
source=${1:?what is to be installed}
export BRANCHLINE_DATABASE="${BRANCHLINE_DATABASE:-sqlite:////var/lib/branchline/tables.sqlite}"
home=${BRANCHLINE_HOME:-/opt/branchline}
backups=${BRANCHLINE_BACKUPS:-/var/lib/branchline/backups}
as=${BRANCHLINE_AS:-setpriv --reuid=branchline --regid=branchline --init-groups}
restart=${BRANCHLINE_RESTART:-systemctl restart branchline}
stamp=$(date -u +%Y-%m-%dT%H%M%S)

$as "$home/.venv/bin/branchline" admin check
$as "$home/.venv/bin/branchline" admin backup "$backups/$stamp-before-upgrade.backup"
python3 -m venv "$home/.venv-$stamp"
"$home/.venv-$stamp/bin/pip" install --quiet "$source"
"$home/.venv-$stamp/bin/branchline" --version
[ -L "$home/.venv" ] || mv "$home/.venv" "$home/.venv-before"
ln -sfn ".venv-$stamp" "$home/.venv"
$restart
echo "Upgraded. To go back: let $home/.venv lead to the older one, fill a new database from"
echo "$backups/$stamp-before-upgrade.backup with its branchline admin restore, and name that in branchline.service."
