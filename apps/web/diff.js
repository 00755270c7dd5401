// Differences between two texts, line by line.

// Beyond this many differing lines in one stretch, the stretch is shown as replaced as a whole.
const mostEdits = 1500;

/** The steps from one list of lines to the other: {kind: "same" | "removed" | "added", old, new}, indices or null. */
export function diffLines(before, after) {
  const steps = [];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) {
    steps.push({kind: "same", old: start, new: start});
    start++;
  }
  let oldEnd = before.length, newEnd = after.length;
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  steps.push(...shortestEdits(before, after, start, oldEnd, start, newEnd));
  for (let i = 0; oldEnd + i < before.length; i++) steps.push({kind: "same", old: oldEnd + i, new: newEnd + i});
  return steps;
}

/** Myers, "An O(ND) difference algorithm and its variations" (1986): the greedy forward search, with its history. */
function shortestEdits(before, after, oldFrom, oldTo, newFrom, newTo) {
  const n = oldTo - oldFrom, m = newTo - newFrom;
  const most = Math.min(n + m, mostEdits);
  const reach = new Int32Array(2 * most + 3);
  const history = [];
  for (let d = 0; d <= most; d++) {
    history.push(reach.slice(most - d, most + d + 3));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reach[most + k] < reach[most + k + 2]);
      let x = down ? reach[most + k + 2] : reach[most + k] + 1;
      let y = x - k;
      while (x < n && y < m && before[oldFrom + x] === after[newFrom + y]) {
        x++;
        y++;
      }
      reach[most + k + 1] = x;
      if (x >= n && y >= m) return walkBack(history, n, m, oldFrom, newFrom);
    }
  }
  const steps = [];
  for (let i = 0; i < n; i++) steps.push({kind: "removed", old: oldFrom + i, new: null});
  for (let i = 0; i < m; i++) steps.push({kind: "added", old: null, new: newFrom + i});
  return steps;
}

function walkBack(history, n, m, oldFrom, newFrom) {
  const steps = [];
  let x = n, y = m;
  for (let d = history.length - 1; x > 0 || y > 0; d--) {
    const reach = history[d]; // reach[d + 1 + k] is how far diagonal k came with fewer edits
    const k = x - y;
    const down = k === -d || (k !== d && reach[d + k] < reach[d + k + 2]);
    const previousX = d === 0 ? 0 : down ? reach[d + k + 2] : reach[d + k];
    const previousY = d === 0 ? 0 : previousX - (down ? k + 1 : k - 1);
    while (x > previousX && y > previousY) {
      x--;
      y--;
      steps.push({kind: "same", old: oldFrom + x, new: newFrom + y});
    }
    if (d === 0) break;
    if (down) steps.push({kind: "added", old: null, new: newFrom + --y});
    else steps.push({kind: "removed", old: oldFrom + --x, new: null});
  }
  return steps.reverse();
}

/** Steps as rows of two columns: in a stretch of changes, the first removed line stands beside the first added one. */
export function sideBySide(steps) {
  const rows = [];
  for (let i = 0; i < steps.length;) {
    if (steps[i].kind === "same") {
      rows.push(steps[i++]);
      continue;
    }
    const removed = [], added = [];
    for (; i < steps.length && steps[i].kind !== "same"; i++)
      (steps[i].kind === "removed" ? removed : added).push(steps[i]);
    for (let j = 0; j < Math.max(removed.length, added.length); j++) {
      const kind = j >= removed.length ? "added" : j >= added.length ? "removed" : "changed";
      rows.push({kind, old: removed[j]?.old ?? null, new: added[j]?.new ?? null});
    }
  }
  return rows;
}

/** Where two lines differ: {start, oldEnd, newEnd}, or null where marking a part would say nothing. */
export function innerDifference(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0, end = 0;
  while (start < most && before[start] === after[start]) start++;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // Half of a surrogate pair is no character.
  if (start > 0 && /[\ud800-\udbff]/.test(before[start - 1])) start--;
  if (end > 0 && /[\udc00-\udfff]/.test(before[before.length - end])) end--;
  const common = before.slice(0, start).trim().length + before.slice(before.length - end).trim().length;
  return common < 3 ? null : {start, oldEnd: before.length - end, newEnd: after.length - end};
}
