# Sourced by ./vernier and ./test: installs what is missing, configures once, builds what changed.
# Everything it has to say goes to standard error, so that `./vernier ... --json -` stays clean.

vernier_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
vernier_build=${VERNIER_BUILD_DIR:-$vernier_root/build}

# vernier_packages PART: the names in packages.txt; without the part "tests" only those above the line "# Tests only."
vernier_packages() {
  local text
  text=$(cat "$vernier_root/packages.txt")
  [ "$1" = tests ] || text=${text%%"# Tests only."*}
  sed 's/#.*//' <<<"$text"
}

vernier_install_packages() {
  local part=$1 stamp=$vernier_build/.packages-$1 missing=() package
  [ "$stamp" -nt "$vernier_root/packages.txt" ] && return 0
  command -v dpkg-query >/dev/null || {
    echo "vernier: no dpkg here; install the equivalents of packages.txt by hand, then: mkdir -p '$vernier_build' && touch '$stamp'" >&2
    return 1
  }
  for package in $(vernier_packages "$part"); do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    local sudo=()
    if [ "$(id -u)" != 0 ]; then
      command -v sudo >/dev/null || {
        echo "vernier: missing packages, and neither root nor sudo to install them: ${missing[*]}" >&2
        return 1
      }
      sudo=(sudo)
    fi
    echo "vernier: installing ${missing[*]}" >&2
    { "${sudo[@]}" apt-get update -q &&
      "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"; } >&2 || {
      echo "vernier: apt-get could not install: ${missing[*]} (Vernier needs Debian 12's packages)" >&2
      return 1
    }
  fi
  mkdir -p "$vernier_build" && touch "$stamp"
}

# vernier_configure PART: once, and again when tests are wanted in a build without them.
vernier_configure() {
  local tests=OFF launcher=()
  [ "$1" = tests ] && tests=ON
  if [ -f "$vernier_build/build.ninja" ]; then
    [ "$tests" = OFF ] && return 0
    grep -q '^VERNIER_TESTS:BOOL=ON' "$vernier_build/CMakeCache.txt" && return 0
  else
    echo "vernier: configuring and building in $vernier_build (a few minutes, once)" >&2
  fi
  command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  cmake -S "$vernier_root" -B "$vernier_build" -G Ninja -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
    -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld-19 -DCMAKE_BUILD_TYPE=Release -DVERNIER_TESTS=$tests \
    "${launcher[@]}" >"$vernier_build/configure.log" 2>&1 || {
    cat "$vernier_build/configure.log" >&2
    echo "vernier: configuring failed (log above, kept in $vernier_build/configure.log)" >&2
    rm -f "$vernier_build/build.ninja"
    return 1
  }
}

# vernier_ninja TARGET...: silent for a second; then one line says how far it is, updated on a terminal. What went wrong is
# printed at the end.
vernier_ninja() {
  local log=$vernier_build/build.log pid shown="" started=$SECONDS status
  NINJA_STATUS='[%f/%t] ' ninja -C "$vernier_build" "$@" >"$log" 2>&1 9>&- &
  pid=$!
  # A process in the background of a script does not hear an interrupt.
  trap 'kill $pid 2>/dev/null' INT TERM
  while kill -0 $pid 2>/dev/null; do
    if [ $((SECONDS - started)) -gt 1 ]; then
      if [ -t 2 ]; then
        printf '\r\033[Kvernier: building %s' "$(tail -n 1 "$log" | grep -o '^\[[0-9/]*\]')" >&2
      elif [ -z "$shown" ]; then
        echo "vernier: building (progress in $log)" >&2
      fi
      shown=yes
    fi
    sleep 0.2
  done
  wait $pid
  status=$?
  trap - INT TERM
  [ -n "$shown" ] && [ -t 2 ] && printf '\r\033[K' >&2
  [ "$status" = 0 ] || grep -v '^\[' "$log" >&2
  return "$status"
}

# vernier_build_targets [tests] TARGET...: quiet unless it takes long or something fails. With "tests", what tests need is
# installed and configured, too; without targets, everything is built.
vernier_build_targets() {
  local part=run
  if [ "${1:-}" = tests ]; then
    part=tests
    shift
  fi
  vernier_install_packages $part && vernier_configure $part || return 1
  # Precompiled headers and ccache agree only with these two.
  export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}
  # Two runs at once must not build into each other; ninja itself decides in a few milliseconds whether there is work.
  exec 9>"$vernier_build/.lock"
  flock 9
  if [ "$(ninja -C "$vernier_build" -n "$@" 2>/dev/null | tail -n 1)" != "ninja: no work to do." ]; then
    vernier_ninja "$@" || {
      flock -u 9
      echo "vernier: the build failed (see above)" >&2
      return 1
    }
  fi
  flock -u 9
  exec 9>&-
}
