# Finds Chromium, or installs it from Debian's packages where that is allowed. To be sourced;
# leaves its path in BRANCHLINE_CHROMIUM, which the tests in the browser read.
find_chromium() {
  local name
  for name in "${BRANCHLINE_CHROMIUM:-}" chromium chromium-browser google-chrome-stable google-chrome; do
    if [ -n "$name" ] && command -v "$name"; then return; fi
  done
  return 1
}

if ! BRANCHLINE_CHROMIUM=$(find_chromium); then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium from the system's packages ..."
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } \
      >build/chromium.log 2>&1 </dev/null
  fi
  if ! BRANCHLINE_CHROMIUM=$(find_chromium); then
    echo "The tests need Chromium, and it can't be had here: install it (Debian and Ubuntu: apt install chromium), then run ./test again." >&2
    return 1
  fi
fi
export BRANCHLINE_CHROMIUM

# Pages are read in the fonts that many a Linux has, since none are shipped: whichever of them are here.
if [ "$(id -u)" = 0 ] && command -v apt-get fc-list >/dev/null && ! { fc-list | grep -q "Liberation Sans" && fc-list | grep -q "DejaVu Sans"; }; then
  echo "Installing the fonts that pages are read in ..."
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends fonts-liberation fonts-dejavu; } \
    >build/fonts.log 2>&1 </dev/null || echo "They can't be had here: pages are read in those that are." >&2
fi
