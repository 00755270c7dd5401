# Sourced by ./vernier and ./test: installs what is missing, configures once, builds what changed.
# Everything it has to say goes to standard error, so that `./vernier ... --json -` stays clean.

vernier_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
vernier_build=${VERNIER_BUILD_DIR:-$vernier_root/build}

vernier_install_packages() {
  local stamp=$vernier_build/.packages wanted missing=() package
  [ "$stamp" -nt "$vernier_root/packages.txt" ] && return 0
  wanted=$(sed 's/#.*//' "$vernier_root/packages.txt")
  command -v dpkg-query >/dev/null || {
    echo "vernier: no dpkg here; install the equivalents of packages.txt by hand, then: mkdir -p '$vernier_build' && touch '$stamp'" >&2
    return 1
  }
  for package in $wanted; do
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

# vernier_build_targets TARGET...: quiet unless there is something to do or something fails.
vernier_build_targets() {
  vernier_install_packages || return 1
  if [ ! -f "$vernier_build/build.ninja" ]; then
    local launcher=()
    command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    echo "vernier: configuring and building in $vernier_build (a few minutes, once)" >&2
    cmake -S "$vernier_root" -B "$vernier_build" -G Ninja -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
      -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld-19 -DCMAKE_BUILD_TYPE=Release "${launcher[@]}" >"$vernier_build/configure.log" 2>&1 || {
      cat "$vernier_build/configure.log" >&2
      echo "vernier: configuring failed (log above, kept in $vernier_build/configure.log)" >&2
      rm -f "$vernier_build/build.ninja"
      return 1
    }
  fi
  # Precompiled headers and ccache agree only with these two.
  export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}
  # Two runs at once must not build into each other; ninja itself decides in a few milliseconds whether there is work.
  exec 9>"$vernier_build/.lock"
  flock 9
  # A dry run that says "no work to do" is the common case and keeps the terminal quiet.
  if [ "$(ninja -C "$vernier_build" -n "$@" 2>/dev/null | tail -n 1)" != "ninja: no work to do." ]; then
    ninja -C "$vernier_build" "$@" >&2 || {
      flock -u 9
      echo "vernier: the build failed (see above)" >&2
      return 1
    }
  fi
  flock -u 9
  exec 9>&-
}
