# Starts a PostgreSQL of its own for the tests, installing it from Debian's packages where that is
# allowed. To be sourced; leaves its address in `postgres`, and stops it at the end.
as_postgres() { # PostgreSQL does not run as root
  if [ "$(id -u)" = 0 ]; then (cd / && setpriv --reuid=postgres --regid=postgres --init-groups "$@"); else "$@"; fi
}

postgres_tools() { ls -d /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin 2>/dev/null | tail -1; }

postgres=
tools=$(postgres_tools)
if [ -z "$tools" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing PostgreSQL from the system's packages ..."
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql; } \
    >build/postgres.log 2>&1 </dev/null
  tools=$(postgres_tools)
fi

if [ -n "$tools" ]; then
  cluster=$(mktemp -d)
  [ "$(id -u)" != 0 ] || chown postgres "$cluster"
  as_postgres "$tools/initdb" -D "$cluster/data" -U branchline -A trust -E UTF8 --no-locale >/dev/null &&
    as_postgres "$tools/pg_ctl" -D "$cluster/data" -l "$cluster/log" -w \
      -o "-c listen_addresses='' -k $cluster -c fsync=off" start >/dev/null &&
    postgres="postgresql://branchline@/postgres?host=$cluster"
  trap 'as_postgres "$tools/pg_ctl" -D "$cluster/data" -m immediate stop >/dev/null 2>&1; rm -rf "$cluster"' EXIT
else
  echo "There is no PostgreSQL here: what the tests ask of it is left out."
fi
